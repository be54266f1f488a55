import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RangeFailed, type RecognizerHealth } from '../../core/ports.ts';
import { transcriptionRecognizer } from './transcription-recognizer.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

type Call = { path: string; authorization: string | undefined; body: string };

type Reply = (response: ServerResponse, call: Call) => void;

/** What the bytes of a range tell a server; silence is zeros. */
const [SOUND, POISON] = ['a', 'b'];

const POISONED_SAMPLE = 16_000;

let folder: string;

let path: string;

const closing: (() => void)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-remote-'));
  path = join(folder, 'track.pcm');
  const sound = Buffer.alloc(64_000, SOUND);
  sound.fill(POISON, 2 * POISONED_SAMPLE);
  await writeFile(path, sound);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

const words: Reply = json(200, { text: ' Hello  there. ', language: 'english', duration: 1 });

/** Answers with the replies in turn, the last one for ever. */
async function world(replies: readonly Reply[], callMs = 2_000, firstPauseMs = 5) {
  const calls: Call[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
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
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    pauseMs: { first: firstPauseMs, most: 4 * firstPauseMs },
    callMs,
  });
  closing.push(() => {
    recognizer.stop();
    server.closeAllConnections();
    server.close();
  });
  return { calls, recognizer, healths };
}

/** Holds sound of a spool, and not the silence that only asks whether the server is there. */
const isSpeech = (call: Call): boolean => /a{1000}|b{1000}/.test(call.body);

const isPoisoned = (call: Call): boolean => /b{1000}/.test(call.body);

/** A server that does answer needs less, on a busy machine as well. */
const SHORT_CALL_MS = 800;

const hang: Reply = () => {};

const halfAnAnswer: Reply = (response) =>
  void response
    .writeHead(200, { 'content-length': '100' })
    .write('{"text": "He', () => response.destroy());

const noJson: Reply = (response) => void response.writeHead(200).end('<html>');

const range = (fromSample = 0) => ({
  meetingRef: 'mtg_1',
  trackRef: 'trk_1',
  path,
  fromSample,
  toSample: fromSample + 16_000,
});

describe('a transcription server', () => {
  it.each([
    ['hangs', hang],
    ['gives half answers', halfAnAnswer],
    ['gives answers that are no JSON', noJson],
  ])(
    'that %s for long is sent each range once meanwhile, then gives every one its words',
    async (_name, fault) => {
      const outage = 7;
      const { calls, recognizer } = await world(
        [...Array.from({ length: outage }, () => fault), words],
        SHORT_CALL_MS,
      );
      const all = await Promise.all([0, 100].map((from) => recognizer.transcribe(range(from))));
      expect(all.map((one) => one.text)).toEqual(['Hello there.', 'Hello there.']);
      expect(calls.slice(0, outage).filter(isSpeech)).toHaveLength(2);
      // What it was sent in the outage may have been paid for, and is asked for once more.
      expect(calls.filter(isSpeech)).toHaveLength(4);
    },
  );

  it.each([
    ['hangs', hang],
    ['gives half an answer', halfAnAnswer],
  ])(
    'that %s on one range alone is asked for it three times, whoever else is heard, and nobody else loses words',
    async (_name, fault) => {
      const reply: Reply = (response, call) => (isPoisoned(call) ? fault : words)(response, call);
      for (const others of [0, 6]) {
        const { calls, recognizer, healths } = await world([reply], SHORT_CALL_MS);
        const poisoned = recognizer.transcribe(range(POISONED_SAMPLE));
        const rest = Promise.all(
          Array.from({ length: others }, () =>
            recognizer.transcribe({ ...range(), toSample: 1_000 }),
          ),
        );
        await expect(poisoned).rejects.toThrow(RangeFailed);
        expect(await rest).toHaveLength(others);
        expect(calls.filter(isPoisoned)).toHaveLength(3);
        expect(calls.length).toBeLessThanOrEqual(3 + 2 + others);
        expect((await recognizer.transcribe({ ...range(), toSample: 1_000 })).text).toBe(
          'Hello there.',
        );
        expect(healths.at(-1)?.status).toBe('ok');
      }
    },
  );

  it.each([
    ['answers 500', json(500, {})],
    ['closes the connection', (response: Parameters<Reply>[0]) => void response.destroy()],
  ])(
    'that %s on one range alone, while it answers others, gives that one up',
    async (_name, fault) => {
      const { calls, recognizer } = await world([
        (response, call) => (isPoisoned(call) ? fault : words)(response, call),
      ]);
      let isOver = false;
      const poisoned = recognizer.transcribe(range(POISONED_SAMPLE)).finally(() => (isOver = true));
      poisoned.catch(() => {});
      for (let others = 0; others < 1_000 && !isOver; others += 1)
        expect((await recognizer.transcribe({ ...range(), toSample: 1_000 })).text).toBe(
          'Hello there.',
        );
      await expect(poisoned).rejects.toThrow(RangeFailed);
      expect(calls.filter(isPoisoned).length).toBeGreaterThanOrEqual(20);
    },
  );

  it('gives others their words when the sound of some ranges is gone', async () => {
    const { recognizer } = await world([words]);
    const gone = Array.from({ length: 4 }, () =>
      recognizer.transcribe({ ...range(), path: join(folder, 'gone.pcm') }),
    );
    const next = recognizer.transcribe(range());
    expect((await Promise.allSettled(gone)).map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => 'rejected'),
    );
    expect((await next).text).toBe('Hello there.');
  });

  it('that refuses a range itself makes that range fail, not the next', async () => {
    const { recognizer } = await world([json(413, {}), json(413, {}), words]);
    await expect(recognizer.transcribe(range())).rejects.toThrow(RangeFailed);
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
  });
});
