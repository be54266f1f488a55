import type { Engine } from '../../contract/generated/api.ts';

export type { Engine };
export type EngineChoice = { engine: Engine; languageCode: string | null };

/** Samples [fromSample, toSample) of a track's spool file (docs/architecture.md). */
export type SpoolRange = {
  /** Requests are served fairly between meetings. */
  meetingRef: string;
  trackRef: string;
  path: string;
  fromSample: number;
  toSample: number;
  /** BCP 47: the language that is spoken there, where it is known. */
  languageCode?: string | null;
  /** Names and words that are preferred, the most important ones first. */
  terms?: readonly string[];
};
/** `languageCode` as its client named it, BCP 47; `recognized`: the words that it has from earlier scribes. */
export type SpokenMeeting = {
  meetingRef: string;
  languageCode: string | null;
  recognized?: readonly RecognizedRange[];
};
/** For each whole window of samples: 1 while someone speaks, and the root mean square (0 to 1). */
export type ScannedWindows = { speech: Uint8Array; level: Float32Array };
/** `text` is empty when nothing was said. */
export type Words = { text: string; languageCode: string | null };
export type RecognizedRange = Pick<SpoolRange, 'trackRef' | 'fromSample' | 'toSample'> & Words;
export type RecognizerHealth = {
  status: 'starting' | 'ok' | 'degraded' | 'unavailable';
  detail: string | null;
};

/**
 * Recognizes speech in spool files. Requests wait for as long as it takes; they reject with
 * RangeFailed when the range itself is at fault.
 */
export type RecognizerPort = {
  readonly engine: Engine;
  /** ISO 639 codes of the languages that it knows; null when there are many. */
  readonly languages: readonly string[] | null;
  /** It detects the language where none was given. */
  readonly detectsLanguage?: true;
  /** The engine that transcribes a meeting, and the language: the given one, otherwise the one detected so far. */
  choiceFor?(meetingRef: string, named: string | null): EngineChoice;
  /** Each range costs money: none is requested before its end is certain. */
  readonly isMetered?: true;
  health(): RecognizerHealth;
  /** Work will follow, for that meeting if one is given: loads what was unloaded to save memory. */
  prepare(meeting?: SpokenMeeting): void;
  /** Detects voices. Ranges of one track in order cost least; any other order works too. */
  scan(range: SpoolRange): Promise<ScannedWindows>;
  /** The final result. Aborting `signal` drops a range that was not begun, and the promise rejects. */
  transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words>;
  /**
   * An interim result: the words so far of an utterance that still grows; null when it is not
   * needed any more. `isFirst`: nothing of the utterance is shown yet, so it takes priority. A
   * later request for the same track replaces one that waits.
   */
  transcribeInterim(range: SpoolRange, isFirst: boolean): Promise<Words | null>;
  /**
   * The speaker of this track paused: within `inMs` the utterance may end and its final result be
   * requested, which interim results must not delay. Null while someone speaks, and while nobody does.
   */
  expectEnd(trackRef: string, inMs: number | null): void;
};
