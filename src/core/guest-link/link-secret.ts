import { createHmac, timingSafeEqual } from 'node:crypto';
import type { LinkKeys } from '../context.ts';
import { BASE62 } from '../ids.ts';

/** The secret in a guest URL: 256 bits that only the holder of the link keys can derive; stored nowhere. */
export function linkSecret(keys: LinkKeys, guestLinkRef: string, keyId: string): string {
  return derive(keys, keyId, `guest-link\n${guestLinkRef}`);
}

/** The secret with which a participant's page proves itself in later calls. */
export function participantSecret(keys: LinkKeys, participantRef: string, keyId: string): string {
  return derive(keys, keyId, `participant\n${participantRef}`);
}

/** The participant of an attempt to join by the link: the same for each repetition, and known to nobody before. */
export function attemptRef(
  keys: LinkKeys,
  link: { guestLinkRef: string; keyId: string },
  attempt: string,
): string {
  const bytes = deriveBytes(keys, link.keyId, `attempt\n${link.guestLinkRef}\n${attempt}`);
  return `pt_${Array.from(bytes.subarray(0, 24), (byte) => BASE62[byte % 62]).join('')}`;
}

/** Identifies a key without revealing it. */
export function linkKeyFingerprint(keys: LinkKeys, keyId: string): string {
  return derive(keys, keyId, 'fingerprint');
}

/** In constant time. False also when the key is no longer held. */
export function isLinkSecret(
  keys: LinkKeys,
  guestLinkRef: string,
  keyId: string,
  candidate: string,
): boolean {
  return (
    Object.hasOwn(keys.keys, keyId) && isSame(linkSecret(keys, guestLinkRef, keyId), candidate)
  );
}

/** In constant time. False also when the key is no longer held. */
export function isParticipantSecret(
  keys: LinkKeys,
  participantRef: string,
  keyId: string,
  candidate: string,
): boolean {
  return (
    Object.hasOwn(keys.keys, keyId) &&
    isSame(participantSecret(keys, participantRef, keyId), candidate)
  );
}

function derive(keys: LinkKeys, keyId: string, message: string): string {
  return deriveBytes(keys, keyId, message).toString('base64url');
}

// The log names the class of an error, not its message.
class LinkKeyMissing extends Error {}

/** 256 bits that only the holder of the key can derive. */
export function deriveBytes(keys: LinkKeys, keyId: string, message: string): Buffer {
  const key = keys.keys[keyId];
  if (key === undefined) throw new LinkKeyMissing('A link key is missing from link-keys.json');
  return createHmac('sha256', key).update(message).digest();
}

function isSame(secret: string, candidate: string): boolean {
  const [expected, given] = [Buffer.from(secret), Buffer.from(candidate)];
  return expected.length === given.length && timingSafeEqual(expected, given);
}
