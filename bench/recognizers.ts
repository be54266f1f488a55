// How much speech several recognizer processes decode together, when every range is available at once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWav } from '../dev/world/media/talker.ts';
import { until } from '../dev/world/until.ts';
import { speechModelDir, testSpeechPath, testSpeechTable, vadModelPath } from '../setup/places.mjs';
import { startRecognizerPool } from '../src/engines/recognizer/recognizer-pool.ts';
import { type Recognizer, startRecognizer } from '../src/engines/recognizer/recognizer.ts';
import { SAMPLE_RATE_HZ } from '../src/core/sound.ts';
import type { SpoolRange } from '../src/core/ports.ts';
import { Resampler } from '../src/app/commands/transcribe/resample.ts';
import { chosenRows, round, type Row } from './row.ts';
import { silentLog } from '../dev/world/clock-and-log.ts';

const RANGE_SECONDS = 4;
const TIMES = 8;
const COUNTS = [1, 2, 4, 8];

/** `counts`: only these numbers of processes; none: as many as there are cores. */
export async function benchRecognizers(counts: readonly string[]): Promise<Row[]> {
  const wanted = chosenRows(COUNTS, counts, (count) => count).filter(
    (count) => counts.length > 0 || count <= availableParallelism(),
  );
  const folder = await mkdtemp(join(tmpdir(), 'parley-recognizers-'));
  try {
    const ranges = await rangesIn(folder);
    const rows: Row[] = [];
    for (const count of wanted) rows.push(await measure(ranges, count));
    const alone = rows.find(({ processes }) => processes === 1);
    if (!alone) return rows;
    return rows.map((row) => ({
      ...row,
      'to one process': round(
        Number(row['speech a second, s']) / Number(alone['speech a second, s']),
      ),
    }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(ranges: readonly SpoolRange[], processes: number): Promise<Row> {
  const started: Recognizer[] = [];
  const start = (): Recognizer => {
    const recognizer = startRecognizer({
      modelDir: speechModelDir(),
      vadPath: vadModelPath(),
      log: silentLog,
    });
    started.push(recognizer);
    return recognizer;
  };
  const pool = startRecognizerPool(start, { most: processes, decoding: 0 });
  const decode = (): Promise<unknown> => Promise.all(ranges.map((range) => pool.transcribe(range)));
  try {
    // Waiting work causes each start.
    await until('every process is at work', 120_000, async () => {
      await decode();
      return started.length === processes && started.every((one) => one.health().status === 'ok');
    });
    const before = performance.now();
    for (let time = 0; time < TIMES; time++) await decode();
    const seconds = (performance.now() - before) / 1000;
    return {
      processes,
      'speech a second, s': round((TIMES * ranges.length * RANGE_SECONDS) / seconds),
    };
  } finally {
    await pool.stop();
  }
}

/** Ranges of equal length from a recording of a reader. */
async function rangesIn(folder: string): Promise<SpoolRange[]> {
  const path = join(folder, 'speech.pcm');
  const { samples, rate } = readWav(testSpeechPath('two_cities'));
  const resampler = new Resampler(rate);
  const speech = [
    ...resampler.push(Float32Array.from(samples, (sample) => sample / 32_768)),
    ...resampler.end(),
  ];
  await writeFile(path, Buffer.from(Int16Array.from(speech, (sample) => sample * 32_767).buffer));
  const from = testSpeechTable().leadSilenceSeconds * SAMPLE_RATE_HZ;
  const length = RANGE_SECONDS * SAMPLE_RATE_HZ;
  const count = Math.floor((speech.length - from) / length);
  return Array.from({ length: count }, (_, i) => ({
    meetingRef: 'mtg_1',
    trackRef: 'trk_1',
    path,
    fromSample: from + i * length,
    toSample: from + (i + 1) * length,
  }));
}
