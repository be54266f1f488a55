// Messages between the scribe and its recognizer process. Audio itself stays in the spool files.
import type { SpoolRange } from '../../../core/ports.ts';

export type ScanRequest = { kind: 'scan'; id: number } & SpoolRange;
/** `isGreedy`: words are wanted soon rather than well, so the search is greedy. */
export type TranscribeRequest = { kind: 'transcribe'; id: number; isGreedy?: boolean } & SpoolRange;
/** One message holds several, which are answered together. */
export type RecognizerRequest = ScanRequest | TranscribeRequest;

export type Answer =
  /** One entry for each whole window of samples (`WINDOW_SAMPLES`). */
  | { kind: 'scanned'; id: number; speech: Uint8Array; level: Float32Array }
  | { kind: 'transcribed'; id: number; text: string; languageCode: string | null }
  /** The range could not be read or decoded; the process goes on. */
  | { kind: 'refused'; id: number; detail: string };

export type RecognizerReply =
  /** `realTimeFactor`: seconds of work for a second of speech; null when it was not measured. */
  | { kind: 'ready'; realTimeFactor: number | null }
  /** The folder holds no model that is known, or one that is too slow here; the process ends after this. */
  | { kind: 'unknown' }
  /** The model needs the package sherpa-onnx-node, which is not installed; the process ends after this. */
  | { kind: 'sherpa-missing' }
  | { kind: 'slow'; realTimeFactor: number; slowest: number }
  /** The files cannot be used; the process ends after this. `file` is a path of ours. */
  | { kind: 'broken'; file: string; detail: 'missing' | 'empty' | 'damaged' }
  | { kind: 'answers'; answers: Answer[] };

/** A request that the process owes an answer. */
export type Job = {
  request: ScanRequest | TranscribeRequest;
  /** When it was asked for, by a clock that never steps. */
  sinceMs: number;
  done(reply: Answer): void;
  fail(error: Error): void;
  /** What the process did not begin with is dropped when this is aborted. */
  signal?: AbortSignal | undefined;
  /** Of an interim result: `first` while nothing of its utterance is shown. */
  interim?: 'first' | 'later';
  /** The process died over several jobs of which this was one. */
  isSuspect: boolean;
  /** Deaths of the process over it alone. */
  crashed: number;
  killed: number;
};
