import type { Admission } from '../../../../contract/generated/guest-api.ts';
import { readStored, writeStored } from '../page/browser-storage.ts';
import { parseObject } from '../page/parse-object.ts';

export type GuestLink = { guestLinkRef: string; secret: string };
export type ParticipantKey = Pick<Admission, 'participantRef' | 'participantSecret'>;

/** The link in an address `/j/{guestLinkRef}#k={secret}`; null when either part is missing. */
export function readGuestLink(address: { pathname: string; hash: string }): GuestLink | null {
  const guestLinkRef = readGuestLinkRef(address);
  const secret = cleanSecret(new URLSearchParams(address.hash.replace(/^#/, '')).get('k') ?? '');
  return guestLinkRef === null || secret === '' ? null : { guestLinkRef, secret };
}

function readGuestLinkRef({ pathname }: { pathname: string }): string | null {
  const path = /^\/j\/([^/]+)\/?$/.exec(pathname);
  if (path?.[1] === undefined) return null;
  try {
    return decodeURIComponent(path[1]).trim();
  } catch {
    return null;
  }
}

/**
 * E-mails break links into lines; sentences and quotes leave punctuation at the end. A secret
 * contains neither.
 */
function cleanSecret(pasted: string): string {
  return pasted.replace(/[\s\u00ad\u200b-\u200f\u2060\ufeff]/g, '').replace(/[^\w-].*$/s, '');
}

export function storeLink({ guestLinkRef, secret }: GuestLink): void {
  writeStored('sessionStorage', keyOf(guestLinkRef), secret);
}

/** The link of an address whose secret was removed. */
export function readStoredLink(address: { pathname: string }): GuestLink | null {
  const guestLinkRef = readGuestLinkRef(address);
  if (guestLinkRef === null) return null;
  const secret = readStored('sessionStorage', keyOf(guestLinkRef));
  return secret === null ? null : { guestLinkRef, secret };
}

/** Also forgets the identity of this tab. */
export function deleteStoredLink({ guestLinkRef }: GuestLink): void {
  writeStored('sessionStorage', keyOf(guestLinkRef), null);
  writeStored('sessionStorage', attemptKeyOf(guestLinkRef), null);
  writeStored('sessionStorage', participantKeyOf(guestLinkRef), null);
}

/** The identity of this tab in the link's meeting, now or last. It rejoins with the same one. */
export function storeParticipant({ guestLinkRef }: GuestLink, key: ParticipantKey): void {
  const { participantRef, participantSecret } = key;
  const value = JSON.stringify({ participantRef, participantSecret });
  writeStored('sessionStorage', participantKeyOf(guestLinkRef), value);
  writeStored('sessionStorage', attemptKeyOf(guestLinkRef), null);
}

/** Names an attempt to join, until its answer arrives: each repetition is the same guest. */
export function joinAttempt(link: GuestLink): string {
  const known = openAttempt(link);
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const attempt = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  writeStored('sessionStorage', attemptKeyOf(link.guestLinkRef), attempt);
  return attempt;
}

/** Null unless a join has not been answered. */
export function openAttempt({ guestLinkRef }: GuestLink): string | null {
  return readStored('sessionStorage', attemptKeyOf(guestLinkRef));
}

export function readStoredParticipant({ guestLinkRef }: GuestLink): ParticipantKey | null {
  const value = readStored('sessionStorage', participantKeyOf(guestLinkRef));
  return parseObject(value ?? '') as ParticipantKey | null;
}

function keyOf(guestLinkRef: string): string {
  return `parley.link.${guestLinkRef}`;
}

function participantKeyOf(guestLinkRef: string): string {
  return `parley.participant.${guestLinkRef}`;
}

function attemptKeyOf(guestLinkRef: string): string {
  return `parley.attempt.${guestLinkRef}`;
}
