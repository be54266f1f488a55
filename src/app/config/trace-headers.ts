import { validateHeaderName, validateHeaderValue } from 'node:http';

/**
 * Pairs such as `authorization=Basic%20abc`, separated by commas; null when they cannot be sent as headers, which would
 * end the process at the first span.
 */
export function readTraceHeaders(text: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  try {
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      headers[name.trim()] = decodeURIComponent(value.trim());
    }
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
    return headers;
  } catch {
    return null;
  }
}
