import type { Log, RecognizerHealth } from '../../core/ports.ts';

export type RecognizerOptions = {
  /** Empty: no model, voices are detected and nothing is transcribed. */
  modelDir: string;
  vadPath: string;
  log: Log;
  onHealth?: (health: RecognizerHealth) => void;
  restAfterMs?: number;
  /** Seconds of work for a second of speech; a model that needs more is refused. */
  slowestRealTimeFactor?: number;
  /** Nobody waits for the words: they are found as well as the model can. */
  isBatch?: boolean;
};
