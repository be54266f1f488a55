export type Engine = { name: string; model: string; quality: 'basic' | 'standard' };
export type EngineChoice = { engine: Engine; languageCode: string | null };

/** Samples [fromSample, toSample) of a track's spool file (docs/architecture.md). */
export type SpoolRange = {
  /** Whose turn it is: meetings are served in turn. */
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
/** `languageCode` as its client named it, BCP 47. */
export type SpokenMeeting = { meetingRef: string; languageCode: string | null };
/** For each whole window of samples: 1 while somebody speaks, and the root mean square (0 to 1). */
export type ScannedWindows = { speech: Uint8Array; level: Float32Array };
/** `text` is empty when nothing was said. */
export type Words = { text: string; languageCode: string | null };
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
  /** ISO 639: the languages that it knows; null when they are many. */
  readonly languages: readonly string[] | null;
  /** It says which language it heard where nobody named one. */
  readonly detectsLanguage?: true;
  /** Who transcribes a meeting, and in which language: as named, else as found so far. */
  choiceFor?(meetingRef: string, named: string | null): EngineChoice;
  /** Each range costs money: none is asked for before its end is certain. */
  readonly isMetered?: true;
  health(): RecognizerHealth;
  /** Work is coming, of that meeting if one is given: what was unloaded to save memory is loaded. */
  prepare(meeting?: SpokenMeeting): void;
  /** Finds voices. Ranges of one track in order cost least; any other order works too. */
  scan(range: SpoolRange): Promise<ScannedWindows>;
  /** The final result. Aborting `signal` drops a range that was not begun, and the promise rejects. */
  transcribe(range: SpoolRange, signal?: AbortSignal): Promise<Words>;
  /**
   * An interim result: the words so far of an utterance that still grows; null when it is not
   * needed any more. `isFirst`: nothing of the utterance is shown yet, so it goes before others. A
   * later request for the same track replaces one that waits.
   */
  transcribeInterim(range: SpoolRange, isFirst: boolean): Promise<Words | null>;
  /**
   * The speaker of this track paused: within `inMs` the utterance may end, and its final result be
   * asked for, which interim results must not delay. Null when somebody speaks, or nobody.
   */
  expectEnd(trackRef: string, inMs: number | null): void;
};
