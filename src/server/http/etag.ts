/** The strong ETag of one version of a resource in one format, such as `"3-json"` (RFC 9110, 8.8.3). */
export function etagOf(version: number, format = 'json'): string {
  return `"${version}-${format}"`;
}

/** Strong comparison (RFC 9110, 13.1.1): a weak tag matches nothing. */
export function matchesStrongly(ifMatch: string, etag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return ifMatch.split(',').some((tag) => tag.trim() === etag);
}

/** Weak comparison (RFC 9110, 13.1.2): whether the caller has this version. */
export function matchesWeakly(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return (ifNoneMatch.match(/"[^"]*"/g) ?? []).some((tag) => tag === opaque);
}
