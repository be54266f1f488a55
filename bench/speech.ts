// What captions cost and how soon they come, against the number of people who talk at once. Prints a table.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadavg } from 'node:os';
import { processMemory } from '../dev/world/process-memory.ts';
import { clearAway, type Parley, startParley } from '../dev/world/start-parley.ts';
import { readWav, type ReadCaption } from '../dev/world/talker.ts';
import { pidsOf, type Voice, voiceMeeting } from '../dev/world/voices.ts';
import { testSpeechPath } from '../setup/places.mjs';

const TALKERS = [1, 4, 12];
const TICKS_A_SECOND = 100;
const QUIET = 100;
/** A silence that ends a sentence. */
const PAUSE_MS = 500;

type Row = Record<string, number | string>;

/** Holds one meeting for each number of talkers; all say the same text, a moment apart. */
export async function benchSpeech(): Promise<Row[]> {
  const rows: Row[] = [];
  const parley = await startParley();
  try {
    for (const talkers of TALKERS) rows.push(await measure(parley, talkers));
    return rows;
  } finally {
    await clearAway(parley);
  }
}

async function measure(parley: Parley, talkers: number): Promise<Row> {
  const meeting = await voiceMeeting(parley);
  const voices = await Promise.all(Array.from({ length: talkers }, (_, i) => meeting.enter(`Voice ${i + 1}`)));
  const [scribe, recogniser] = [await pidsOf(parley, 'scribe/main'), await pidsOf(parley, 'recogniser-process')];
  const before = { scribe: await cpuSeconds(scribe), recogniser: await cpuSeconds(recogniser) };
  const started = Date.now();
  const starts = await Promise.all(voices.map((voice) => voice.speak('plan')));
  const seconds = (Date.now() - started) / 1000;
  const used = {
    scribe: (await cpuSeconds(scribe)) - before.scribe,
    recogniser: (await cpuSeconds(recogniser)) - before.recogniser,
  };
  const memory = await processMemory(scribe[0] ?? 0);
  const spool = await spoolBytes(join(parley.dataDir, 'spool', meeting.meetingRef));
  await meeting.end();
  await Promise.all(voices.map((voice) => voice.leave()));
  const edges = edgesOf(testSpeechPath('plan'));
  const finals = voices.flatMap((voice, i) => delays(voice.captions, edges.ends, starts[i] ?? 0, voice));
  const partials = voices.flatMap((voice, i) => delays(firsts(voice.partials), edges.begins, starts[i] ?? 0, voice));
  return {
    talkers,
    'final p50 ms': percentile(finals, 0.5),
    'final p95 ms': percentile(finals, 0.95),
    'first partial p50 ms': percentile(partials, 0.5),
    'first partial p95 ms': percentile(partials, 0.95),
    'partials a talker and minute': Math.round(
      (voices.reduce((sum, voice) => sum + own(voice.partials, voice).length, 0) / talkers / seconds) * 60,
    ),
    'scribe cores': round(used.scribe / seconds),
    'recogniser cores': round(used.recogniser / seconds),
    'recogniser s a s of speech': round(used.recogniser / seconds / talkers),
    'scribe and recogniser MB': memory.pssMb,
    'spool MB a talker and minute': round(spool / 1e6 / talkers / (seconds / 60)),
    'load of the machine': round(loadavg()[0] ?? 0),
  };
}

/** Where sentences begin and end, in ms of the file. */
function edgesOf(path: string): { begins: number[]; ends: number[] } {
  const { rate, samples } = readWav(path);
  const loud = [...samples.keys()].filter((i) => Math.abs(samples[i] ?? 0) > QUIET).map((i) => (i * 1000) / rate);
  const gaps = loud.flatMap((at, i) => (i > 0 && at - (loud[i - 1] ?? 0) > PAUSE_MS ? [i] : []));
  return { begins: [loud[0] ?? 0, ...gaps.map((i) => loud[i] ?? 0)], ends: [...gaps.map((i) => loud[i - 1] ?? 0), loud.at(-1) ?? 0] };
}

/** Everybody reads everybody's captions; each is counted where it was said. */
function own(captions: readonly ReadCaption[], voice: Voice): ReadCaption[] {
  return captions.filter((caption) => caption.participantRef === voice.participantRef);
}

function firsts(captions: readonly ReadCaption[]): ReadCaption[] {
  return [...new Map(captions.toReversed().map((caption) => [caption.utteranceRef, caption])).values()];
}

/** From the last edge before each caption to its arrival. The speech begins at `fileMs` of the file. */
function delays(captions: readonly ReadCaption[], edgesMs: readonly number[], startedAtMs: number, voice: Voice): number[] {
  const edges = edgesMs.map((ms) => startedAtMs + ms - voice.fileMs);
  return own(captions, voice).flatMap((caption) => {
    const edge = edges.findLast((at) => at <= caption.atMs);
    return edge === undefined ? [] : [caption.atMs - edge];
  });
}

function percentile(values: readonly number[], share: number): number {
  return Math.round(values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** User and system time of processes, by /proc/PID/stat. */
async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.map((text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND;
}

async function spoolBytes(folder: string): Promise<number> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).blocks * 512));
  return sizes.reduce((sum, size) => sum + size, 0);
}
