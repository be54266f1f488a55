/** How long the header Retry-After asks to wait, in ms; null when it does not say. Seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null | undefined): number | null {
  if (header === null || header === undefined) return null;
  if (/^\d+(?:\.\d+)?$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}
