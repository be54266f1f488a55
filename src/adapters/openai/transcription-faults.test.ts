import { describe, expect, it } from 'vitest';
import {
  halfAnAnswer,
  hang,
  isPoisoned,
  isSpeech,
  json,
  noJson,
  POISONED_SAMPLE,
  type Reply,
  transcriptionScene,
  words,
} from '../../../dev/world/speech/transcription-scene.ts';
import { RangeFailed } from '../../core/ports.ts';

/** Counted in this process's own time, of which a server that does answer needs less. */
const SHORT_CALL_MS = 800;

const { range, world } = transcriptionScene();

describe('a transcription server', () => {
  it.each([
    ['hangs', hang],
    ['gives half answers', halfAnAnswer],
    ['gives answers that are no JSON', noJson],
  ])(
    'that %s for long gets each range once meanwhile, and then transcribes every one',
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
    'that %s on one range gets that range three times, and no other range loses words',
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

  it('that answers 500 to the only range gets it 20 times, and then the range is given up', async () => {
    const { calls, recognizer } = await world([json(500, {})]);
    await expect(recognizer.transcribe(range())).rejects.toThrow(RangeFailed);
    expect(calls).toHaveLength(20);
  });

  it.each([
    ['closes every connection', (response: Parameters<Reply>[0]) => void response.destroy()],
    ['asks for a pause again and again', json(429, {}, { 'retry-after': '0' })],
  ])('that %s for long is unavailable if somebody waits for it', async (_name, fault) => {
    const { recognizer, healths } = await world([fault], 2_000, 1, 1);
    recognizer.transcribe(range()).catch(() => {});
    await expect.poll(() => healths.at(-1)?.status).toBe('unavailable');
    expect(healths.map(({ status }) => status)).toEqual(['degraded', 'unavailable']);
  });

  it('that often asks for a pause, but answers within a minute, is waited for', async () => {
    const again = json(429, {}, { 'retry-after': '0' });
    const replies = [...Array.from({ length: 12 }, () => again), words];
    const { recognizer, healths } = await world(replies, 2_000, 1, 60_000);
    const all = await Promise.all([0, 100, 200].map((from) => recognizer.transcribe(range(from))));
    expect(all.map((one) => one.text)).toEqual(Array.from({ length: 3 }, () => 'Hello there.'));
    expect(healths.map(({ status }) => status)).toEqual(['degraded', 'ok']);
  });

  it('that answers between its failures is waited for, however long they go on', async () => {
    const again = json(429, {}, { 'retry-after': '0' });
    const { recognizer, healths } = await world([again, words, again, words], 2_000, 1, 1);
    for (const from of [0, 100]) await recognizer.transcribe(range(from));
    expect(healths.map(({ status }) => status)).toEqual(['degraded', 'ok', 'degraded', 'ok']);
  });

  it('that answers 500 to every call has no words for a range after a while if somebody waits', async () => {
    const { calls, recognizer } = await world([json(500, {})], 2_000, 1, 1);
    await expect(recognizer.transcribe(range())).rejects.toThrow(RangeFailed);
    expect(calls.length).toBeLessThan(20);
  });

  it('that answers 500 once gets the range again, and no word is lost', async () => {
    const { calls, recognizer } = await world([json(500, {}), words]);
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls).toHaveLength(2);
  });

  it('that answers 500 to one range is asked for the others without a pause', async () => {
    const { recognizer, healths } = await world(
      [(response, call) => (isPoisoned(call) ? json(500, {}) : words)(response, call)],
      2_000,
      60_000,
    );
    recognizer.transcribe(range(POISONED_SAMPLE)).catch(() => {});
    for (const from of [0, 100])
      expect((await recognizer.transcribe({ ...range(from), toSample: 1_000 })).text).toBe(
        'Hello there.',
      );
    expect(healths).toEqual([]);
  });

  it('that answers 500 to silence, and was too slow once, still transcribes the range', async () => {
    const { calls, recognizer } = await world([hang, json(500, {}), words], SHORT_CALL_MS);
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(calls.map(isSpeech)).toEqual([true, false, true]);
  });

  it('is asked nothing when the disk refuses to be read, and the error names its fault', async () => {
    const { calls, recognizer } = await world([words]);
    // Linux refuses to read what is not mapped there, as a failing disk does.
    const refused = recognizer.transcribe({ ...range(), path: '/proc/self/mem' });
    await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'EIO' }));
    expect(calls).toEqual([]);
  });

  it('transcribes the others when the audio of some ranges is gone, and those fail', async () => {
    const { recognizer } = await world([words]);
    const gone = Array.from({ length: 4 }, () =>
      recognizer.transcribe({ ...range(), path: `${range().path}.gone` }),
    );
    const next = recognizer.transcribe(range());
    for (const one of await Promise.allSettled(gone))
      expect(one).toEqual({ status: 'rejected', reason: expect.any(RangeFailed) });
    expect((await next).text).toBe('Hello there.');
  });

  it('that refuses a range makes that range fail with the status, not the next', async () => {
    const { recognizer, healths } = await world([json(413, {}), json(413, {}), words]);
    const refused = recognizer.transcribe(range());
    await expect(refused).rejects.toThrow(RangeFailed);
    await expect(refused).rejects.toMatchObject({ code: 'status 413' });
    expect((await recognizer.transcribe(range())).text).toBe('Hello there.');
    expect(healths).toEqual([]);
  });

  it.each([
    ['refuses', 413],
    ['fails on', 500],
  ])(
    'that %s several ranges in a row is degraded until it transcribes one',
    async (_name, status) => {
      let isWell = false;
      const { recognizer, healths } = await world([
        (response, call) => (isWell ? words : json(status, {}))(response, call),
      ]);
      for (const from of [0, 100, 200, 300, 400])
        await recognizer.transcribe(range(from)).catch(() => {});
      expect(healths).toEqual([
        { status: 'degraded', detail: expect.stringContaining(`(status ${status})`) },
      ]);
      isWell = true;
      await recognizer.transcribe(range());
      expect(healths.map((health) => health.status)).toEqual(['degraded', 'ok']);
    },
  );
});
