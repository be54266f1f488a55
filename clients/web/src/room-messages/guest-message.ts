// What guests send to each other over the media connection, one topic for each kind. The sender is
// the identity that the media server states. A name or time in the payload could be forged, so
// there is none.
import { cleanChatText } from '../chat/chat-text.ts';
import { parseObject } from '../page/parse-object.ts';

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
  { topic: 'chat'; text: string } | { topic: 'reaction'; reaction: Reaction };

const MAX_PAYLOAD_BYTES = 16_384;

export function writeGuestMessage(message: GuestMessage): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(message));
}

/** The message in a payload; null for anything that this page would not send. */
export function readGuestMessage(
  topic: string | undefined,
  payload: Uint8Array,
): GuestMessage | null {
  if (payload.byteLength > MAX_PAYLOAD_BYTES) return null;
  const value = parseObject(new TextDecoder().decode(payload));
  if (value === null) return null;
  if (topic === 'chat') return readChat(value);
  if (topic === 'reaction') return readReaction(value);
  return null;
}

function readChat({ text }: Record<string, unknown>): GuestMessage | null {
  const clean = typeof text === 'string' ? cleanChatText(text) : '';
  return clean === '' ? null : { topic: 'chat', text: clean };
}

function readReaction(value: Record<string, unknown>): GuestMessage | null {
  const reaction = REACTIONS.find((known) => known === value['reaction']);
  return reaction === undefined ? null : { topic: 'reaction', reaction };
}
