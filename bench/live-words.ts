// How soon final segments reach a reader of the live words, with four people who talk at once; and what 200 readers
// that take nothing cost.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../clients/sdk-typescript/client.ts';
import { clearAway, type Parley, startParley } from '../dev/world/service/start-parley.ts';
import type { ReadCaption } from '../dev/world/speech/read-captions.ts';
import { until } from '../dev/world/until.ts';
import { startMeter } from './process-meter.ts';
import { median, type Row, round } from './row.ts';
import { delayPercentile, finalDelays, type Said } from './speech-delays.ts';
import { gatherCrowd } from './talking-crowd.ts';

const PEOPLE = 4;
const SLOW_READERS = 200;
/** The text takes 20 s. */
const TIMES = 2;
const AFTER_MS = 5_000;
const ROUNDS = 3;

type Round = { said: Said[]; live: ReadCaption[]; cores: number };

export async function benchLiveWords(): Promise<Row[]> {
  const parley = await startParley({
    env: { PARLEY_RATE_READ_PER_MINUTE: '0', PARLEY_RATE_GUEST_PER_MINUTE: '0' },
  });
  try {
    await until('speech is ready', 30_000, () =>
      parley.output().includes('s of work for a second of speech'),
    );
    const alone: Round[] = [];
    const among: Round[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      alone.push(await talk(parley, 0));
      among.push(await talk(parley, SLOW_READERS));
    }
    const ratios = among.map(({ cores }, n) => cores / (alone[n]?.cores ?? NaN));
    return [
      rowOf('one reader', alone, 1),
      rowOf(`and ${SLOW_READERS} that take nothing`, among, median(ratios)),
    ];
  } finally {
    await clearAway(parley);
  }
}

/** A meeting in which four people say the text. */
async function talk(parley: Parley, slowReaders: number): Promise<Round> {
  const crowd = await gatherCrowd(parley, { rooms: 1, people: PEOPLE });
  const meetingRef = crowd.meetings[0]?.meetingRef ?? '';
  const live = readLiveWords(parley, meetingRef);
  const sockets = await openSlowReaders(parley, meetingRef, slowReaders);
  const meter = await startMeter(parley, crowd.pids);
  const said = await crowd.talk(TIMES, AFTER_MS);
  const cores = await meter.stop();
  for (const socket of sockets) socket.destroy();
  await crowd.leave();
  return { said, live, cores: cores['service cores'] ?? NaN };
}

/** The segments so far, as captions with the moment of their arrival. */
function readLiveWords({ url, apiKey }: Parley, meetingRef: string): ReadCaption[] {
  const read: ReadCaption[] = [];
  const client = createClient({ baseUrl: url, apiKey });
  void (async () => {
    for await (const words of client.transcripts.live(meetingRef)) {
      if (words.kind !== 'segment') continue;
      const { participantRef, utteranceRef, text } = words;
      read.push({ kind: 'final', participantRef, utteranceRef, text, atMs: Date.now() });
    }
  })().catch(() => {});
  return read;
}

/** Sockets that ask for the live words and never read an answer. */
async function openSlowReaders(
  { url, apiKey }: Parley,
  meetingRef: string,
  count: number,
): Promise<Socket[]> {
  const request =
    `GET /v1/meetings/${meetingRef}/transcript/live?interim=true HTTP/1.1\r\nHost: x\r\n` +
    `Accept: text/event-stream\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(request));
    return socket.pause().on('error', () => {});
  });
  await delay(2_000);
  return sockets;
}

/** The delays to the live reader, and those to a guest's captions beside them. */
function rowOf(what: string, rounds: readonly Round[], ratio: number): Row {
  const said = rounds.flatMap((one) => one.said);
  const live = rounds.flatMap((one) => one.live);
  const byRef = new Map(live.map((caption) => [caption.utteranceRef, caption]));
  const told = said.map((one) => ({
    ...one,
    finals: one.finals.flatMap(({ utteranceRef }) => byRef.get(utteranceRef) ?? []),
  }));
  const delays = told.flatMap(finalDelays);
  const captions = said.flatMap(finalDelays);
  return {
    what,
    'p50 ms': delayPercentile(delays, 50),
    'p95 ms': delayPercentile(delays, 95),
    'caption p95 ms': delayPercentile(captions, 95),
    'segments to captions': round(delays.length / captions.length),
    'segments that came twice': live.length - byRef.size,
    'service cores': round(median(rounds.map(({ cores }) => cores))),
    'service cores, ratio': round(ratio),
  };
}
