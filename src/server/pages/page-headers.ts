/** What every page of ours may do; a page that needs more says so. */
const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'none'",
};

/** In no code of ours is text put into a page as HTML. */
export const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** Of a page that nobody may frame. `policy`: directives of its content security policy besides the usual ones. */
export function pageHeaders(policy: Record<string, string>): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': Object.entries({ ...POLICY, ...policy })
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
  };
}
