// What guests say to each other over the media connection, one topic a kind. The sender is the participant that
// the media server names; a name or time in the payload would be a claim, so there is none.
import { cleanChatText } from './chat-text.ts';

export const REACTIONS = [
  'thumbs_up',
  'heart',
  'laugh',
  'celebrate',
  'thumbs_down',
  'pause',
] as const;
export type Reaction = (typeof REACTIONS)[number];

export type GuestMessage =
  | { topic: 'chat'; text: string }
  /** `agoMs`: since when, told to a guest who has just arrived. */
  | { topic: 'hand'; raised: boolean; agoMs: number }
  | { topic: 'reaction'; reaction: Reaction };

const MAX_PAYLOAD_BYTES = 16_384;
const MAX_AGO_MS = 86_400_000;

export function writeGuestMessage(message: GuestMessage): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(message));
}

/** The message in a payload; null for anything that this page would not have sent. */
export function readGuestMessage(
  topic: string | undefined,
  payload: Uint8Array,
): GuestMessage | null {
  if (payload.byteLength > MAX_PAYLOAD_BYTES) return null;
  const value = parse(payload);
  if (value === null) return null;
  if (topic === 'chat') return readChat(value);
  if (topic === 'hand') return readHand(value);
  if (topic === 'reaction') return readReaction(value);
  return null;
}

function readChat({ text }: Record<string, unknown>): GuestMessage | null {
  const clean = typeof text === 'string' ? cleanChatText(text) : '';
  return clean === '' ? null : { topic: 'chat', text: clean };
}

function readHand({ raised, agoMs }: Record<string, unknown>): GuestMessage | null {
  if (typeof raised !== 'boolean') return null;
  const known = typeof agoMs === 'number' && agoMs > 0 && agoMs <= MAX_AGO_MS;
  return { topic: 'hand', raised, agoMs: known ? agoMs : 0 };
}

function readReaction(value: Record<string, unknown>): GuestMessage | null {
  const reaction = REACTIONS.find((known) => known === value['reaction']);
  return reaction === undefined ? null : { topic: 'reaction', reaction };
}

function parse(payload: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
