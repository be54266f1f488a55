import type { Engine, RecognizerHealth } from '../core/ports.ts';

/** What a scribe process reports to its parent on change. */
export type ScribeHealth = RecognizerHealth & { kind: 'health'; engine: Engine | null };

type HealthReport = {
  recognizer(health: RecognizerHealth, engine: Engine): void;
  /** Whether this track can be written. What is over works again. */
  disk(works: boolean, trackRef: string): void;
  /** Whether this meeting can be copied to the object storage that PARLEY_SPOOL names. */
  store(works: boolean, meetingRef: string): void;
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
  const [notWritten, notCopied] = [new Set<string>(), new Set<string>()];
  const tell = (): void => {
    const faults = [
      ...(notWritten.size > 0 ? [DISK_FAULT] : []),
      ...(notCopied.size > 0 ? [STORE_FAULT] : []),
    ];
    send(joined(speech, engine, faults));
  };
  tell();
  const note = (whose: Set<string>) => (works: boolean, ref: string) => {
    if (works === !whose.has(ref)) return;
    if (works) whose.delete(ref);
    else whose.add(ref);
    tell();
  };
  return {
    recognizer: (health, name) => {
      speech = health;
      engine = name;
      tell();
    },
    disk: note(notWritten),
    store: note(notCopied),
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
