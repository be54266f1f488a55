// Messages between the scribe and its recognizer process. Audio itself stays in the spool files.
import type { ScannedWindows, SpoolRange, Words } from '../../../core/ports.ts';

export type ScanRequest = { kind: 'scan'; id: number } & SpoolRange;
/** `isGreedy`: speed matters more than accuracy, so the search is greedy. */
export type TranscribeRequest = { kind: 'transcribe'; id: number; isGreedy?: boolean } & SpoolRange;
/** One message holds several requests of one kind, which are answered together. */
export type RecognizerRequest = ScanRequest | TranscribeRequest;

export type Answer =
  /** One entry for each whole window of samples (`WINDOW_SAMPLES`). */
  | ({ kind: 'scanned'; id: number } & ScannedWindows)
  | ({ kind: 'transcribed'; id: number } & Words)
  /** The range could not be read or decoded. The process continues. `code`: the system's, if reading failed. */
  | { kind: 'refused'; id: number; detail: string; code?: string | undefined };

export type RecognizerReply =
  /** `realTimeFactor`: seconds of work per second of speech; null if not measured. */
  | { kind: 'ready'; realTimeFactor: number | null }
  /** The folder holds no known model, or one that is too slow here. The process ends after this. */
  | { kind: 'unknown' }
  /** The model needs the package sherpa-onnx-node, which is not installed; the process ends after this. */
  | { kind: 'sherpa-missing' }
  | { kind: 'slow'; realTimeFactor: number; slowest: number }
  /** The files cannot be used; the process ends after this. `file` is a path of ours. */
  | { kind: 'broken'; file: string; detail: 'missing' | 'empty' | 'damaged' }
  | { kind: 'answers'; answers: Answer[] };

/** A request that the process has not answered yet. */
export type Job = {
  request: ScanRequest | TranscribeRequest;
  /** The time of the request, from a monotonic clock. */
  sinceMs: number;
  done(reply: Answer): void;
  fail(error: Error): void;
  /** When this aborts, the job is dropped unless the process has started on it. */
  signal?: AbortSignal | undefined;
  /** For an interim result: `first` while nothing of its utterance is shown. */
  interim?: 'first' | 'later';
  /** The process died over several jobs, including this one. */
  isSuspect: boolean;
  /** How often the process died over this job alone. */
  crashed: number;
  killed: number;
};
