import { describe, expect, it } from 'vitest';
import {
  type Call,
  halfAnAnswer,
  hang,
  INAUDIBLE_SAMPLE,
  isSpeech,
  json,
  noJson,
  type Reply,
  transcriptionScene,
  words,
} from '../../../dev/world/speech/transcription-scene.ts';
import { until } from '../../../dev/world/until.ts';
import { RangeFailed } from '../../core/ports.ts';

const { range, world } = transcriptionScene();

const fieldOf = (call: Call | undefined, name: string): string | undefined =>
  new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)`).exec(call?.body ?? '')?.[1];

describe('a transcription server', () => {
  it('gets one request, with the key, the model and a WAV file of the range', async () => {
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

  it('does not get a range that holds nothing audible: it would make up words', async () => {
    const { calls, recognizer } = await world([words]);
    expect((await recognizer.transcribe(range(INAUDIBLE_SAMPLE))).text).toBe('');
    expect(calls).toHaveLength(0);
    expect((await recognizer.transcribe(range(INAUDIBLE_SAMPLE - 1_000))).text).toBe(
      'Hello there.',
    );
  });

  it.each([1, 8_000, 16_000])(
    'does not get a range whose last %i samples are not in its file, and which fails',
    async (missing) => {
      const { calls, recognizer } = await world([words]);
      const cutOff = recognizer.transcribe(range(INAUDIBLE_SAMPLE + missing));
      await expect(cutOff).rejects.toThrow(RangeFailed);
      expect(calls).toHaveLength(0);
    },
  );

  it('that does not know verbose_json gets a plain request, and from then on only that', async () => {
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
    ['503', json(503, {})],
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

  it('gets the language of the meeting, which also counts when its answer names none', async () => {
    const { calls, recognizer } = await world([json(200, { text: 'Guten Tag.' })]);
    expect(await recognizer.transcribe({ ...range(), languageCode: 'de-CH' })).toEqual({
      text: 'Guten Tag.',
      languageCode: 'de',
    });
    await recognizer.transcribe(range());
    const norwegian = await recognizer.transcribe({ ...range(), languageCode: 'nb-NO' });
    expect(norwegian.languageCode).toBe('nb');
    expect(calls.map((call) => fieldOf(call, 'language'))).toEqual(['de', undefined, 'no']);
  });

  it.each([
    ['urdu', 'ur'],
    ['Bengali', 'bn'],
    ['tamil', 'ta'],
    ['norwegian', 'no'],
    ['tagalog', 'tl'],
    ['yue', 'yue'],
    ['jw', 'jv'],
    ['none', null],
  ])('names the language of its words, as %s, which is %s', async (language, languageCode) => {
    const { recognizer } = await world([json(200, { text: 'Words.', language })]);
    expect((await recognizer.transcribe(range())).languageCode).toBe(languageCode);
  });

  it.each([
    ['[BLANK_AUDIO]', ''],
    [' (soft music) [ Silence ]', ''],
    ['♪ ♪', ''],
    ['*coughs*', ''],
    ['[laughs] Yes (the second one).', '[laughs] Yes (the second one).'],
    ["(Yes. I'll send it.)", "(Yes. I'll send it.)"],
  ])('has no words in an answer that only describes sounds: %j is %j', async (text, expected) => {
    const { recognizer } = await world([json(200, { text })]);
    expect((await recognizer.transcribe(range())).text).toBe(expected);
  });

  it('gets the names and terms of the meeting, as many as it accepts', async () => {
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

  it('that refuses a language gets requests without it from then on', async () => {
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

  it('that is away for long gets one request at a time, and then transcribes every range', async () => {
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

  it('that keeps answering `retry at once` gets a pause before each retry', async () => {
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

  it('does not get ranges that were withdrawn before, however many', async () => {
    const { calls, recognizer } = await world([words]);
    for (let i = 0; i < 10; i += 1)
      await expect(
        recognizer.transcribe(range(100), AbortSignal.abort(new Error('withdrawn'))),
      ).rejects.toThrow('withdrawn');
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['hangs', hang],
    ['answers 500', json(500, {})],
  ])('that %s does not delay a stop', async (_name, fault) => {
    const { calls, recognizer } = await world([fault], 60_000, 60_000);
    const waiting = recognizer.transcribe(range());
    waiting.catch(() => {});
    await until('the call', 15_000, () => calls.length > 0);
    recognizer.stop();
    await expect(waiting).rejects.toThrow('stopped');
  });
});
