import type { ClientOptions } from './send.ts';

/** Throws TypeError, which does not show the key, if no request can be made with these options. */
export function checkedOptions(options: ClientOptions): ClientOptions {
  const apiKey = options.apiKey.trim();
  // Empty in a page whose own server adds the key.
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new TypeError('apiKey contains a character that no key has. Copy it again.');
  return { ...options, apiKey };
}
