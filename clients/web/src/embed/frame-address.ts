/** The address of the frame for a guest link; null for what is no http or https address. */
export function frameAddress(link: string): URL | null {
  const url = parseUrl(link);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  url.searchParams.set('embed', '');
  return url;
}

/** Chat has its own: `/embed.js` is one file, without shared parts. */
function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
