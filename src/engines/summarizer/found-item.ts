import type { Day } from './dates/calendar.ts';

/** A decision as found, before corrections and the length budget. */
export type FoundDecision = {
  /** Index of its sentence. */
  readonly at: number;
  readonly text: string;
  readonly segmentRefs: readonly string[];
  /** Content words, for comparing. */
  readonly words: readonly string[];
  /** Log odds; when there are too many items, the surest are shown. */
  readonly sureness: number;
};

export type FoundTask = FoundDecision & {
  readonly ownerDisplayName: string | null;
  readonly dueDay: Day | null;
};
