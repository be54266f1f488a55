export type GuestLink = { guestLinkRef: string; secret: string };

/** The link behind an address `/j/{guestLinkRef}#k={secret}`; null when either part is missing. */
export function readGuestLink(address: { pathname: string; hash: string }): GuestLink | null {
  const path = /^\/j\/([^/]+)\/?$/.exec(address.pathname);
  const secret = new URLSearchParams(address.hash.replace(/^#/, '')).get('k');
  if (path?.[1] === undefined || secret === null || secret === '') return null;
  try {
    return { guestLinkRef: decodeURIComponent(path[1]), secret };
  } catch {
    return null;
  }
}
