// The secret of a link, kept in the storage of its tab until the link is dead, so that the guest
// can return after a reload, after Back, or when a phone has discarded the page. The secret is
// stored nowhere else. A browser may refuse storage: then a reloaded page asks for the link again.
import { readGuestLinkRef } from './guest-link.ts';
import type { GuestLink } from './guest-link.ts';

export function storeLink({ guestLinkRef, secret }: GuestLink): void {
  try {
    sessionStorage.setItem(keyOf(guestLinkRef), secret);
  } catch {
    return;
  }
}

/** The link of an address whose secret was removed. */
export function readStoredLink(address: { pathname: string }): GuestLink | null {
  const guestLinkRef = readGuestLinkRef(address);
  if (guestLinkRef === null) return null;
  try {
    const secret = sessionStorage.getItem(keyOf(guestLinkRef));
    return secret === null ? null : { guestLinkRef, secret };
  } catch {
    return null;
  }
}

export function deleteStoredLink({ guestLinkRef }: GuestLink): void {
  try {
    sessionStorage.removeItem(keyOf(guestLinkRef));
  } catch {
    return;
  }
}

function keyOf(guestLinkRef: string): string {
  return `parley.link.${guestLinkRef}`;
}
