// What this tab alone keeps: the secret of its link, until the link is dead, so that a reload, Back or a phone that discards
// the page does not cost the guest the meeting. The tab's storage goes with it; nothing of a secret lies anywhere else.
// A browser may refuse storage: then a page that was reloaded asks for the link again.
import { readGuestLinkRef } from './guest-link.ts';
import type { GuestLink } from './guest-link.ts';

export function storeLink({ guestLinkRef, secret }: GuestLink): void {
  try {
    sessionStorage.setItem(keyOf(guestLinkRef), secret);
  } catch {
    return;
  }
}

/** The link of an address that has lost its secret. */
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
