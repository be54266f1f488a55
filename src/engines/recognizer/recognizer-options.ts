import type { Log, RecognizerHealth } from '../../core/ports.ts';

export type RecognizerOptions = {
  /** Empty: no model; only voices are detected. */
  modelDir: string;
  vadPath: string;
  log: Log;
  onHealth?: (health: RecognizerHealth) => void;
  restAfterMs?: number;
  /** Seconds of work per second of speech. A model that needs more is refused. */
  slowestRealTimeFactor?: number;
  /** Nobody is waiting for the words: accuracy matters more than speed. */
  isBatch?: boolean;
};
