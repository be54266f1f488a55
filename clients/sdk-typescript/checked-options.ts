import type { ClientOptions } from './send.ts';

/** Throws TypeError, which does not show the key, if no request can be made with these options. */
export function checkedOptions(options: ClientOptions): ClientOptions {
  // A program without types may pass a variable that is not set.
  for (const name of ['baseUrl', 'apiKey'] as const)
    if (typeof options[name] !== 'string') throw new TypeError(`${name} is missing.`);
  const apiKey = options.apiKey.trim();
  // Empty in a page whose own server adds the key.
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new TypeError('apiKey contains a character that no key has. Copy it again.');
  const address = addressOf(options.baseUrl);
  if (address === null) throw new TypeError(`baseUrl ${ADDRESS_RULE}`);
  // With NaN, as from an unset variable, a call would be retried forever.
  const { maxRetries = 0, timeoutMs = 1 } = options;
  if (!(maxRetries >= 0)) throw new TypeError('maxRetries must be 0 or more.');
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0.');
  return { ...options, apiKey, baseUrl: address };
}

export const ADDRESS_RULE = 'must be a URL without a user name, such as https://meet.example.org.';

/**
 * With a slash at its end. In a page, an address without a host is one of the page's own server. null: no call can be
 * sent to it.
 */
export function addressOf(baseUrl: string): string | null {
  const address = baseUrl.replace(/\/*$/, '/');
  const page = globalThis.location?.href;
  const url = URL.canParse(address, page) ? new URL(address, page) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  return url.href;
}
