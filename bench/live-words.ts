// How soon live words reach a program, and the cost of clients that open streams but never read them.
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import type { ReadCaption } from '../dev/world/speech/read-captions.ts';
import { PARTS, startMeter } from './process-meter.ts';
import { type Row, round } from './row.ts';
import { delayPercentile, finalDelays, type Said } from './speech-delays.ts';
import { gatherCrowd, speechReady } from './talking-crowd.ts';

type Case = { meetings: number; talkers: number; neverReading: number };

/** A meeting has at most 20 streams, a tenant 100, and one is the reader that is measured. */
const STREAMS_OF_MEETING = 20;
const CASES: Case[] = [
  { meetings: 1, talkers: 4, neverReading: 0 },
  { meetings: 1, talkers: 4, neverReading: 19 },
  { meetings: 5, talkers: 5, neverReading: 0 },
  { meetings: 5, talkers: 5, neverReading: 99 },
];
/** The text takes 20 s. */
const TIMES = 2;
const AFTER_MS = 5_000;
const SETTLED_MS = 3_000;

export async function benchLiveWords(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of CASES) {
    const parley = await startParley({ env: { PARLEY_RATE_GUEST_PER_MINUTE: '0' } });
    try {
      rows.push(await measure(parley, one));
    } finally {
      await clearAway(parley);
    }
  }
  return rows;
}

async function measure(parley: Parley, { meetings, talkers, neverReading }: Case): Promise<Row> {
  await speechReady(parley);
  const crowd = await gatherCrowd(parley, { rooms: meetings, people: talkers });
  const refs = crowd.meetings.map(({ meetingRef }) => meetingRef);
  const stop = new AbortController();
  const read: ReadCaption[] = [];
  const reading = readLive(parley, refs[0] ?? '', read, stop.signal);
  // The measured reader is the first of its meeting.
  for (let n = 1; n <= neverReading; n++)
    await openAndNeverRead(parley, refs[Math.floor(n / STREAMS_OF_MEETING)] ?? '', stop.signal);
  await delay(SETTLED_MS);
  const meter = await startMeter(parley, []);
  const said = await crowd.talk(TIMES, AFTER_MS);
  const cores = await meter.stop();
  stop.abort();
  await reading;
  await crowd.leave();
  const live = said.map((one) => ({ ...one, finals: liveOf(one, read) }));
  const delays = live.flatMap(finalDelays);
  return {
    meetings,
    talkers,
    'readers that never read': neverReading,
    'end of speech to segment p50 ms': delayPercentile(delays, 50),
    'p95 ms': delayPercentile(delays, 95),
    'segments read': read.length,
    'final captions of all meetings': said.reduce((sum, { finals }) => sum + finals.length, 0),
    'service cores': cores['service cores'] ?? 0,
    'cores of the whole product': round(PARTS.reduce((sum, part) => sum + (cores[part] ?? 0), 0)),
  };
}

/** Of the person whose captions these are. */
function liveOf({ finals }: Said, read: readonly ReadCaption[]): ReadCaption[] {
  return read.filter(({ participantRef }) => participantRef === finals[0]?.participantRef);
}

async function readLive(
  { url, apiKey }: Parley,
  meetingRef: string,
  into: ReadCaption[],
  signal: AbortSignal,
): Promise<void> {
  const client = createClient({ baseUrl: url, apiKey });
  for await (const words of client.transcripts.live(meetingRef, { signal })) {
    if (words.kind !== 'segment') continue;
    const { participantRef, utteranceRef, text } = words;
    into.push({ kind: 'final', participantRef, utteranceRef, text, atMs: Date.now() });
  }
}

async function openAndNeverRead(
  { url, apiKey }: Parley,
  meetingRef: string,
  signal: AbortSignal,
): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' };
  const path = `/v1/meetings/${meetingRef}/transcript/live?interim=true`;
  const { status } = await fetch(url + path, { headers, signal });
  if (status !== 200) throw new Error(`a reader was answered ${status}`);
}
