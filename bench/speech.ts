// The cost and delay of captions by the number of people who talk at once. Prints a table.
import { readdir, stat } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processMemory } from '../dev/world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import { pidsOf } from '../dev/world/speech/voices.ts';
import { gatherEncodedCrowd } from './encoded-crowd.ts';
import { gatherCrowd, speechReady, type TalkingCrowd } from './talking-crowd.ts';
import { startMeter } from './process-meter.ts';
import { asColumns, chosenRows, type Row, round } from './row.ts';
import {
  delayPercentile,
  finalDelays,
  firstPartialDelays,
  interimShare,
  lagGrowthMs,
} from './speech-delays.ts';

type Crowding = { rooms: number; people: number };

const ROWS: Crowding[] = [
  ...[1, 2, 4, 8, 12, 20, 40].map((people) => ({ rooms: 1, people })),
  { rooms: 10, people: 40 },
];
/** Needs talkers that are cheap enough. */
const ENCODED_ROWS: Crowding[] = [
  ...[4, 12, 20, 40].map((people) => ({ rooms: 1, people })),
  { rooms: 10, people: 40 },
];
/** The text takes 20 s. */
const TIMES = 2;
const AFTER_MS = 5_000;
const SETTLED_MS = 3_000;

type Gather = (parley: Parley, crowding: Crowding) => Promise<TalkingCrowd>;

/** `counts`: only these numbers of people; none: all. One start of the product a row, at most 40 s of talk each. */
export function benchSpeech(counts: readonly string[]): Promise<Row[]> {
  return bench(counts, ROWS, gatherCrowd);
}

/** The same with talkers in a process of their own that send what was encoded before; needs Go and `opusenc`. */
export function benchCrowd(counts: readonly string[]): Promise<Row[]> {
  return bench(counts, ENCODED_ROWS, gatherEncodedCrowd);
}

async function bench(
  counts: readonly string[],
  all: readonly Crowding[],
  gather: Gather,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const crowding of chosenRows(all, counts, ({ people }) => people)) {
    const parley = await startParley({
      env: { PARLEY_RATE_GUEST_PER_MINUTE: '0', PARLEY_RATE_WRITE_PER_MINUTE: '0' },
    });
    try {
      rows.push(await measure(parley, crowding, gather));
      console.log(rows.at(-1));
    } finally {
      await clearAway(parley);
    }
  }
  console.log(asColumns(rows));
  return rows;
}

async function measure(parley: Parley, crowding: Crowding, gather: Gather): Promise<Row> {
  const { rooms, people } = crowding;
  const [scribe] = await pidsOf(parley, 'app/scribe-main');
  await speechReady(parley);
  const before = await processMemory(scribe ?? 0);
  const crowd = await gather(parley, crowding);
  await delay(SETTLED_MS);
  const meter = await startMeter(parley, crowd.pids);
  const said = await crowd.talk(TIMES, AFTER_MS);
  const cores = await meter.stop();
  const memory = await processMemory(scribe ?? 0);
  const spool = await spoolBytes(join(parley.dataDir, 'spool'));
  const seconds = meter.seconds();
  await crowd.leave();
  const row: Row = {
    people,
    rooms,
    ...cores,
    'memory MB a person, what the media needs among it': round(
      (memory.pssMb - before.pssMb) / people,
    ),
    'scribe and recognizer MB': memory.pssMb,
    'spool MB a person and minute': round(spool / 1e6 / people / (seconds / 60)),
    'load of the machine': round(loadavg()[0] ?? 0),
  };
  if (crowd.lateMs) row['sent late at most ms'] = crowd.lateMs();
  const finals = said.flatMap(finalDelays);
  const partials = said.flatMap(firstPartialDelays);
  const spokenSeconds = (seconds - AFTER_MS / 1000) * people;
  return {
    ...row,
    'final p50 ms': delayPercentile(finals, 50),
    'final p95 ms': delayPercentile(finals, 95),
    'finals later at the end by ms': lagGrowthMs(finals),
    'finals that came': round(
      finals.length / said.reduce((sum, { edges }) => sum + edges.ends.length, 0),
    ),
    'first partial p50 ms': delayPercentile(partials, 50),
    'first partial p95 ms': delayPercentile(partials, 95),
    'utterances with a partial': round(interimShare(said)),
    'partials a talker and minute': Math.round(
      (said.reduce((sum, one) => sum + one.partials.length, 0) / spokenSeconds) * 60,
    ),
    'recognizer s a s of talk': round(((cores['recognizer cores'] ?? 0) * seconds) / spokenSeconds),
  };
}

async function spoolBytes(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(
    files
      .filter((name) => name.endsWith('.pcm'))
      .map(async (name) => (await stat(join(folder, name))).blocks * 512),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
