import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../dev/world/until.ts';
import type { RecognizerHealth } from '../../core/ports.ts';
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

const fieldOf = (call: Call | undefined, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(call?.body ?? '')?.[1];

/** Holds sound of a spool, and not the silence that only asks whether the server is there. */
const isSpeech = (call: Call): boolean => /a{1000}|b{1000}/.test(call.body);

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
  it('is asked once, with the key, the model and a WAV of the range', async () => {
    const { calls, recognizer } = await world([words]);
    expect(await recognizer.transcribe(range())).toEqual({
      text: 'Hello there.',
      languageCode: 'en',
    });
    expect(calls.map((call) => [call.path, call.authorization])).toEqual([
      ['/v1/audio/transcriptions', 'Bearer sk-test'],
    ]);
    expect(calls[0]?.body).toMatch(/name="model"\r\n\r\nwhisper-1/);
    expect(calls[0]?.body).toContain('verbose_json');
    expect(calls[0]?.body).toContain('RIFF');
  });

  it('that does not know verbose_json is asked plainly, the next time at once', async () => {
    const reply: Reply = (response, call) =>
      (call.body.includes('verbose_json') ? json(400, {}) : json(200, { text: 'Hi.' }))(
        response,
        call,
      );
    const { calls, recognizer } = await world([reply]);
    expect(await recognizer.transcribe(range())).toEqual({ text: 'Hi.', languageCode: null });
    await recognizer.transcribe(range());
    expect(calls).toHaveLength(3);
  });

  it.each<[string, Reply]>([
    ['429', json(429, {}, { 'retry-after': '0' })],
    ['500', json(500, {})],
    ['401, until the operator fixes the key', json(401, {})],
    ['a closed connection', (response) => void response.destroy()],
    ['half an answer', halfAnAnswer],
    ['an answer that is no JSON', noJson],
  ])('that answers %s is asked again, and no word is lost', async (_name, fault) => {
    const { calls, recognizer, healths } = await world([fault, words]);
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls.filter(isSpeech)).toHaveLength(2);
    expect(healths.map((health) => health.status)).toEqual(['degraded', 'ok']);
  });

  it('is told the language of the meeting, and what it does not name itself is in that language', async () => {
    const { calls, recognizer } = await world([json(200, { text: 'Guten Tag.' })]);
    expect(await recognizer.transcribe({ ...range(), languageCode: 'de-CH' })).toEqual({
      text: 'Guten Tag.',
      languageCode: 'de',
    });
    await recognizer.transcribe(range());
    expect(calls.map((call) => fieldOf(call, 'language'))).toEqual(['de', undefined]);
  });

  it('is told the names and words of the meeting, as many as it reads', async () => {
    const { calls, recognizer } = await world([words, words, words]);
    await recognizer.transcribe({ ...range(), terms: ['Kowalczyk', 'data lake'] });
    await recognizer.transcribe(range());
    const terms = Array.from({ length: 200 }, (_, i) => `Term${i}`);
    await recognizer.transcribe({ ...range(), terms });
    const [two, none, many] = calls.map((call) => fieldOf(call, 'prompt'));
    expect([two, none]).toEqual(['Kowalczyk, data lake', undefined]);
    expect(many?.startsWith('Term0, Term1, ')).toBe(true);
    expect(many?.length).toBeLessThanOrEqual(600);
  });

  it('that refuses a language is asked without it, by one call from then on', async () => {
    const { calls, recognizer } = await world([json(400, {}), json(400, {}), words, words]);
    for (const from of [0, 100])
      expect((await recognizer.transcribe({ ...range(from), languageCode: 'tlh' })).text).toBe(
        'Hello there.',
      );
    expect(calls.map((call) => fieldOf(call, 'language'))).toEqual([
      'tlh',
      'tlh',
      undefined,
      undefined,
    ]);
  });

  it('that is away for long is asked by one call at a time, then gives every range its words', async () => {
    const { calls, recognizer } = await world([
      ...Array.from({ length: 12 }, () => json(503, {})),
      words,
    ]);
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => recognizer.transcribe(range(i * 100))),
    );
    expect(all.map((one) => one.text)).toEqual(Array.from({ length: 6 }, () => 'Hello there.'));
    // The first calls left together; after that an outage costs one call a pause.
    expect(calls.length).toBeLessThanOrEqual(12 + 6 + 4);
  });

  it('that says to come back at once, again and again, is asked after a pause each time', async () => {
    const { calls, recognizer } = await world(
      [...Array.from({ length: 5 }, () => json(429, {}, { 'retry-after': '0' })), words],
      2_000,
      100,
    );
    const begun = Date.now();
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls).toHaveLength(6);
    expect(Date.now() - begun).toBeGreaterThan(5 * 95);
  });

  it('is not asked for a range that was withdrawn before its turn', async () => {
    const { calls, recognizer } = await world([words]);
    await expect(
      recognizer.transcribe(range(100), AbortSignal.abort(new Error('withdrawn'))),
    ).rejects.toThrow('withdrawn');
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls).toHaveLength(1);
  });

  it('does not hold up a stop', async () => {
    const { calls, recognizer } = await world([hang]);
    const waiting = recognizer.transcribe(range());
    waiting.catch(() => {});
    await until('the call', 5_000, () => calls.length > 0);
    recognizer.stop();
    await expect(waiting).rejects.toThrow('stopped');
  });
});
