/** One cleaned sentence of one speaker, with the segments that contain its words. */
export type SpokenSentence = {
  /** Index among all sentences of the meeting. */
  readonly index: number;
  /** Increases by one each time the speaker changes. */
  readonly turn: number;
  readonly speakerRef: string | null;
  /** Cleaned; opening words such as `okay, so` are in `lead`. */
  readonly text: string;
  /** The words of `text`, lower case, in order. */
  readonly words: readonly string[];
  /** Lower case; empty when the sentence has none. */
  readonly lead: string;
  readonly isQuestion: boolean;
  readonly segmentRefs: readonly string[];
};

/** Opening words and text together. */
export function whatWasSaid({ lead, text }: SpokenSentence): string {
  return `${lead} ${text}`.trim();
}
