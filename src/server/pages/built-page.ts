import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../core/problem.ts';

/** What each of our pages may do; a page that needs more adds it. */
const POLICY: Record<string, string> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'form-action': "'none'",
};

/** None of our code inserts text into a page as HTML. */
export const TRUSTED_TYPES = {
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

/** Headers of a page that nobody may frame. `policy`: directives of its content security policy in addition. */
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

/** A file of the built pages, read once and kept in memory. Problem unavailable when there is none yet. */
export function builtFile(webDist: string, name: string): () => Promise<string> {
  let held: Promise<string> | null = null;
  return () => {
    held ??= readFile(join(webDist, name), 'utf8').catch((cause: unknown) => {
      held = null;
      throw new Problem('unavailable', {
        retryAfter: 5,
        cause: new Error('The pages are not built', { cause }),
      });
    });
    return held;
  };
}
