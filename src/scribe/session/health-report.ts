import type { Engine, RecognizerHealth } from '../../core/ports.ts';
import type { ScribeHealth } from './scribe-options.ts';

export type HealthReport = {
  recognizer(health: RecognizerHealth, engine: Engine): void;
  disk(works: boolean): void;
};

/** Joins what the parts say into one health, and sends it on change. */
export function healthReport(send: (health: ScribeHealth) => void): HealthReport {
  let speech: RecognizerHealth = { status: 'starting', detail: null };
  let engine: Engine | null = null;
  let diskWorks = true;
  const tell = (): void => send(joined(speech, engine, diskWorks));
  tell();
  return {
    recognizer: (health, name) => {
      speech = health;
      engine = name;
      tell();
    },
    disk: (works) => {
      diskWorks = works;
      tell();
    },
  };
}

function joined(speech: RecognizerHealth, engine: Engine | null, diskWorks: boolean): ScribeHealth {
  if (diskWorks || speech.status === 'unavailable') return { kind: 'health', engine, ...speech };
  const detail =
    'Speech cannot be written to the data folder: make room on its disk. 60 s of each ' +
    'speaker are kept in memory meanwhile.';
  return { kind: 'health', engine, status: 'degraded', detail };
}
