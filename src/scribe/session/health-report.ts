import type { Engine, RecognizerHealth } from '../../core/ports.ts';
/** What a scribe process reports to its parent on change. */
export type ScribeHealth = RecognizerHealth & { kind: 'health'; engine: Engine | null };

type HealthReport = {
  recognizer(health: RecognizerHealth, engine: Engine): void;
  disk(works: boolean): void;
  /** Of the object storage that PARLEY_SPOOL names. */
  store(works: boolean): void;
};

const DISK_FAULT =
  'Speech cannot be written to the data folder: free space on its disk. 60 s of each ' +
  'speaker are kept in memory meanwhile.';
const STORE_FAULT =
  'Speech cannot be copied to the object storage: check PARLEY_SPOOL and the AWS_* variables. ' +
  'It stays on this machine meanwhile.';

/** Combines the health of the parts into one report, and sends it on change. */
export function healthReport(send: (health: ScribeHealth) => void): HealthReport {
  let speech: RecognizerHealth = { status: 'starting', detail: null };
  let engine: Engine | null = null;
  const faults = new Set<string>();
  const tell = (): void => send(joined(speech, engine, [...faults].sort()));
  tell();
  const note = (fault: string) => (works: boolean) => {
    if (works) faults.delete(fault);
    else faults.add(fault);
    tell();
  };
  return {
    recognizer: (health, name) => {
      speech = health;
      engine = name;
      tell();
    },
    disk: note(DISK_FAULT),
    store: note(STORE_FAULT),
  };
}

function joined(
  speech: RecognizerHealth,
  engine: Engine | null,
  faults: readonly string[],
): ScribeHealth {
  if (faults.length === 0 || speech.status === 'unavailable')
    return { kind: 'health', engine, ...speech };
  return { kind: 'health', engine, status: 'degraded', detail: faults.join(' ') };
}
