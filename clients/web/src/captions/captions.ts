import type { CaptionMessage } from '../../../../contract/generated/guest-api.ts';
import { parseObject } from '../page/parse-object.ts';

/** About an hour of lively talk. */
const MAX_LINES = 500;
const MAX_LINE_CHARACTERS = 2000;

export type CaptionLine = {
  utteranceRef: string;
  speakerRef: string;
  text: string;
  final: boolean;
};

/**
 * The lines after one more message: a later message of an utterance replaces the earlier one in
 * place.
 */
export function addCaption(
  lines: readonly CaptionLine[],
  message: CaptionMessage,
): readonly CaptionLine[] {
  const { utteranceRef } = message;
  const known = lines.findIndex((line) => line.utteranceRef === utteranceRef);
  // Messages may arrive out of order: an interim result never replaces a final one.
  if (lines[known]?.final === true && message.kind === 'partial') return lines;
  const text = message.text.trim().slice(0, MAX_LINE_CHARACTERS);
  if (text === '') return known === -1 ? lines : lines.filter((_, at) => at !== known);
  const line = {
    utteranceRef,
    speakerRef: message.participantRef,
    text,
    final: message.kind === 'final',
  };
  if (known !== -1) return lines.map((before, at) => (at === known ? line : before));
  return [...lines, line].slice(-MAX_LINES);
}

/** The caption in a data message; null for other data. */
export function readCaption(payload: Uint8Array): CaptionMessage | null {
  const { kind, participantRef, utteranceRef, text } =
    parseObject(new TextDecoder().decode(payload)) ?? {};
  return (kind === 'partial' || kind === 'final') &&
    typeof participantRef === 'string' &&
    typeof utteranceRef === 'string' &&
    typeof text === 'string'
    ? { kind, participantRef, utteranceRef, text }
    : null;
}
