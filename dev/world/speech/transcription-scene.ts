// A transcription server that answers as scripted, and the recognizer that calls it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { transcriptionRecognizer } from '../../../src/adapters/openai/transcription-recognizer.ts';
import type { RecognizerHealth } from '../../../src/core/ports.ts';
import { silentLog } from '../clock-and-log.ts';
import { countOwnTime } from '../own-time.ts';

export type Call = { path: string; authorization: string | undefined; body: string };
export type Reply = (response: ServerResponse, call: Call) => void;

/** Bytes of the spool. Silence would be zeros. */
const [SOUND, POISON] = ['a', 'b'];
/** From here on the spool holds sound that a server may fail on. */
export const POISONED_SAMPLE = 16_000;
/** From here on the spool holds the noise of an idle microphone, for a second. Then it ends. */
export const INAUDIBLE_SAMPLE = 32_000;

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

export const words: Reply = json(200, {
  text: ' Hello  there. ',
  language: 'english',
  duration: 1,
});

export const hang: Reply = () => {};

export const halfAnAnswer: Reply = (response) =>
  void response
    .writeHead(200, { 'content-length': '100' })
    .write('{"text": "He', () => response.destroy());

export const noJson: Reply = (response) => void response.writeHead(200).end('<html>');

/** Holds sound of the spool, and not the silence that only asks whether the server is there. */
export const isSpeech = (call: Call): boolean => /a{1000}|b{1000}/.test(call.body);

export const isPoisoned = (call: Call): boolean => /b{1000}/.test(call.body);

/** Call at the top level of a test file. */
export function transcriptionScene() {
  let folder: string;
  let path: string;
  const closing: (() => void)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-remote-'));
    path = join(folder, 'track.pcm');
    const sound = Buffer.alloc(64_000, SOUND);
    sound.fill(POISON, 2 * POISONED_SAMPLE);
    const noise = Buffer.from(Int16Array.from({ length: 16_000 }, (_, i) => (i % 25) - 12).buffer);
    await writeFile(path, Buffer.concat([sound, noise]));
  });
  beforeEach(countOwnTime);

  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A second of the spool. */
  const range = (fromSample = 0) => ({
    meetingRef: 'mtg_1',
    trackRef: 'trk_1',
    path,
    fromSample,
    toSample: fromSample + 16_000,
  });

  /** The server gives the replies in turn, the last one every time after that. */
  const world = async (
    replies: readonly Reply[],
    callMs = 2_000,
    firstPauseMs = 5,
    giveUpAfterMs?: number,
  ) => {
    const { url, calls, close } = await scriptedServer(replies);
    const healths: RecognizerHealth[] = [];
    const recognizer = transcriptionRecognizer({
      server: { url, apiKey: 'sk-test', model: 'whisper-1' },
      detector: {
        scan: () => Promise.reject(new Error('not here')),
        prepare: () => {},
        health: () => ({ status: 'ok', detail: null }),
      },
      log: silentLog,
      onHealth: (health) => healths.push(health),
      backoff: { firstMs: firstPauseMs, maxMs: 4 * firstPauseMs },
      callMs,
      ...(giveUpAfterMs !== undefined && { giveUpAfterMs }),
    });
    closing.push(() => {
      recognizer.stop();
      close();
    });
    return { calls, recognizer, healths };
  };
  return { range, world };
}

/** Call n gets reply n, and every further call the last one. */
export async function scriptedServer(replies: readonly Reply[]) {
  const calls: Call[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: Buffer.concat(chunks).toString('latin1'),
      };
      calls.push(call);
      replies[Math.min(calls.length, replies.length) - 1]?.(response, call);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, close };
}

/** A server with /v1/audio/transcriptions on loopback that answers from a script. */
export type TranscriptionServer = {
  url: string;
  /** The number of calls so far. */
  calls(): number;
  goAway(): Promise<void>;
};

/** `say` returns the words for call n, counted from 1. */
export async function transcriptionServer(
  say: (call: number) => string,
): Promise<TranscriptionServer> {
  let calls = 0;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ text: say(calls), language: 'english' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    goAway: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
