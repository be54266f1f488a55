import type { Day } from './dates/calendar.ts';

/** A decision as found, before corrections and the budget. */
export interface FoundDecision {
  /** Index of the sentence that settles it. */
  at: number;
  text: string;
  segmentRefs: string[];
  /** Content words, for comparing. */
  words: string[];
  /** 3: said to be decided, 2: settled by an answer, 1: announced. */
  sureness: number;
  correcting: boolean;
}

/** A task as found, before corrections and the budget. */
export interface FoundTask extends FoundDecision {
  ownerDisplayName: string | null;
  dueDay: Day | null;
  turn: number;
  /** True when it was asked of the owner, who may take it in other words. */
  given?: true;
  /** True when no rule found it, only the turns model. */
  read?: true;
  /** True when the owner was called by name and accepted. */
  called?: boolean;
}

/** A task with its day, before those named around it are weighed. */
export interface DatedTask {
  readonly task: FoundTask;
  /** What the rules take for its day, and where it is named apart from the task. */
  readonly day: Day | null;
  readonly segmentRefs: readonly string[];
}
