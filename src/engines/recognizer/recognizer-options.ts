import type { Log, RecogniserHealth } from '../../core/ports.ts';

export type RecogniserOptions = {
  /** Empty: no model, voices are detected and nothing is transcribed. */
  modelDir: string;
  vadPath: string;
  log: Log;
  onHealth?: (health: RecogniserHealth) => void;
  restAfterMs?: number;
  /** Seconds of work for a second of speech; a model that needs more is refused. */
  slowestRealTimeFactor?: number;
  /** Nobody waits for the words: they are found as well as the model can. */
  isPatient?: boolean;
};
