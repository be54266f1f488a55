import type { ClientOptions } from './send.ts';

/** Throws TypeError, which does not show the key, if no request can be made with these options. */
export function checkedOptions(options: ClientOptions): ClientOptions {
  const apiKey = options.apiKey.trim();
  // Empty in a page whose own server adds the key.
  if (!/^[\x21-\x7e]*$/.test(apiKey))
    throw new TypeError('apiKey contains a character that no key has. Copy it again.');
  return { ...options, apiKey, baseUrl: absolute(options.baseUrl) };
}

/** In a page, an address without a host is one of the page's own server. */
function absolute(baseUrl: string): string {
  const address = baseUrl.replace(/\/?$/, '/');
  const page = globalThis.location?.href;
  const url = URL.canParse(address, page) ? new URL(address, page) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be a URL, such as https://meet.example.org.');
  return url.href;
}
