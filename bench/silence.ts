// The cost of receiving people who say nothing. Prints a table.
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { processMemory } from '../dev/world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import { pidsOf } from '../dev/world/speech/voices.ts';
import { startMeter } from './process-meter.ts';
import { asColumns, chosenRows, type Row, round } from './row.ts';
import { gatherCrowd, speechReady } from './talking-crowd.ts';

type Silence = {
  people: number;
  microphones: 'nobody is there' | 'send nothing' | 'hear a quiet room';
};

const ROWS: Silence[] = [
  { people: 0, microphones: 'nobody is there' },
  { people: 2, microphones: 'send nothing' },
  { people: 12, microphones: 'send nothing' },
  { people: 2, microphones: 'hear a quiet room' },
];
/** After the start a process is busier: code is still being compiled. */
const SETTLED_MS = 15_000;
const MEASURED_MS = 15_000;

/** `counts`: only these numbers of people; none: all. One start of the product for all. */
export async function benchSilence(counts: readonly string[]): Promise<Row[]> {
  const wanted = chosenRows(ROWS, counts, ({ people }) => people);
  const rows: Row[] = [];
  const parley = await startParley({
    env: { PARLEY_RATE_GUEST_PER_MINUTE: '0', PARLEY_EMPTY_ROOM_SECONDS: '120' },
  });
  try {
    await speechReady(parley);
    for (const silence of wanted) {
      rows.push(await measure(parley, silence));
      console.log(rows.at(-1));
    }
  } finally {
    await clearAway(parley);
  }
  console.log(asColumns(rows));
  return rows;
}

async function measure(parley: Parley, { people, microphones }: Silence): Promise<Row> {
  const crowd = await gatherCrowd(parley, { rooms: 1, people: Math.max(1, people) });
  // The meeting continues for a while after everyone has left.
  if (people === 0) await crowd.leave();
  const stop = AbortSignal.timeout(SETTLED_MS + MEASURED_MS + 1_000);
  const hushing = microphones === 'hear a quiet room' ? crowd.hush?.(stop) : undefined;
  await delay(SETTLED_MS);
  const meter = await startMeter(parley, crowd.pids);
  await delay(MEASURED_MS);
  const cores = await meter.stop();
  const memory = await Promise.all((await pidsOf(parley, 'app/scribe-main')).map(processMemory));
  await hushing;
  await crowd.leave();
  await Promise.all(crowd.meetings.map((meeting) => meeting.end()));
  return {
    people,
    microphones,
    ...cores,
    'scribe and recognizer MB': memory.reduce((sum, { pssMb }) => sum + pssMb, 0),
    'load of the machine': round(loadavg()[0] ?? 0),
  };
}
