import { describe, expect, it, onTestFinished } from 'vitest';
import { countOwnTime } from '../../../dev/world/own-time.ts';
import {
  breaksOff,
  dawdles,
  fails,
  floods,
  hangsUp,
  type ModelReply,
  refusesInWords,
  says,
  staysSilent,
} from '../../../dev/world/speech/model-server.ts';
import { EMPTY, GOOD, memory, write } from '../../../dev/world/speech/summary-scene.ts';
import { answerTokens, questionTokens } from './minutes-of-parts.ts';
import type { SummaryDraft } from './summary-draft.ts';
import { tokensOf } from './write-prompt.ts';

describe('an answer that cannot be used', () => {
  it.each([
    ['no JSON', says('I think it was a good meeting.')],
    ['the wrong shape', says({ overview: 'x' })],
    ['an answer that was cut off', says('{"overview": "Anna repo', 'length')],
  ])('is repaired once: %s', async (_name, bad) => {
    const { summary, requests } = await write({ replies: [bad, says(GOOD)] });
    expect(summary.generator.name).toBe('openai');
    expect(requests[1]?.body.messages).toHaveLength(4);
  });

  it('is repaired within the context, even when it filled the context', async () => {
    const endless = `{"overview": [{"text": "Anna", "segments": [${'1, '.repeat(2_000)}`;
    const { summary, requests } = await write({
      replies: [says(endless, 'length'), says(GOOD)],
      contextTokens: 4_096,
    });
    expect(summary.generator.name).toBe('openai');
    const asked = tokensOf(requests[1]?.body.messages ?? []);
    expect(asked + answerTokens(4_096)).toBeLessThan(4_096);
  });

  it.each([
    ['no JSON twice', says('no'), 2],
    ['cut off twice', says('{"overview": "Anna repo', 'length'), 2],
    ['a refusal', refusesInWords(), 1],
    ['a content filter', says('', 'content_filter'), 1],
    [
      'nothing that the transcript supports',
      says({ ...EMPTY, decisions: [{ text: 'Buy a castle', segments: [0] }] }),
      1,
    ],
    ['a wrong key', fails(401), 1],
    ['an unknown model', fails(404), 1],
    ['5xx each time', fails(503), 3],
    ['closed connections', hangsUp(), 3],
    ['an answer that breaks off each time', breaksOff(), 2],
    ['an answer without end', floods(), 1],
    ['429 each time', fails(429, { 'retry-after': '0.01' }), 3],
    ['no choice', (response: Parameters<ModelReply>[0]) => response.end('{"choices":[]}'), 1],
    ['a long Retry-After', fails(429, { 'retry-after': '3600' }), 1],
    ['a body that is not JSON', (response: Parameters<ModelReply>[0]) => response.end('<html>'), 1],
  ])('leaves the embedded summary, and says so: %s', async (_name, reply, calls) => {
    const { summary, requests, logged } = await write({ replies: [reply] });
    expect(summary.generator.name).toBe('extractive');
    expect(summary.decisions).toHaveLength(1);
    expect(requests).toHaveLength(calls);
    expect(logged).toContain('falling back to the embedded summary');
    expect(logged).not.toMatch(/sk-secret|release|Anna/);
  });

  it.each([
    ['silence', staysSilent()],
    ['the beginning of an answer', dawdles()],
  ])(
    'is waited for as long as the server is given, and asked for once more: %s',
    async (_name, reply) => {
      onTestFinished(countOwnTime());
      const { summary, requests } = await write({ replies: [reply], patience: { callMs: 400 } });
      expect(summary.generator.name).toBe('extractive');
      expect(requests).toHaveLength(2);
    },
  );

  it('may be no longer than the rest of the context, so that a model that repeats itself stops', async () => {
    const { requests } = await write({ replies: [says(GOOD)], contextTokens: 4_096 });
    for (const { body } of requests)
      expect(tokensOf(body.messages) + (body.max_tokens ?? Infinity)).toBeLessThanOrEqual(4_096);
  });

  it('is not shown when it repeats the example of the prompt, as small models do', async () => {
    const copies: ModelReply = (response, request) => {
      const [, example = ''] =
        /the minutes are\n(\{.*\})/.exec(request.body.messages[0]?.content ?? '') ?? [];
      says(JSON.parse(example) as SummaryDraft)(response, request);
    };
    const lines = Array.from({ length: 60 }, (_, at) => `Tom: We moved sensor ${at} in May.`);
    const { summary, logged } = await write({ replies: [copies], lines });
    expect(summary.generator.name).toBe('extractive');
    expect(logged).toContain('Nothing in the answer is supported');
  });

  it('may have ten items in a list, so that a model that repeats itself stops', async () => {
    const { requests } = await write({ replies: [says(GOOD)] });
    const asked = JSON.stringify(requests[0]?.body.response_format);
    const lists = asked.match(/"type":"array"/g) ?? [];
    expect(lists.length).toBeGreaterThan(0);
    expect(asked.match(/"maxItems":10\b/g)).toHaveLength(lists.length);
  });

  it('is awaited no longer than all answers together may take', async () => {
    onTestFinished(countOwnTime());
    const { summary, requests } = await write({
      replies: [staysSilent()],
      patience: { callMs: 20_000, wholeMs: 300 },
    });
    expect(summary.generator.name).toBe('extractive');
    expect(requests).toHaveLength(1);
  });

  it('is refused with a hint that the context may be smaller than configured', async () => {
    const { summary, logged } = await write({ replies: [fails(400)] });
    expect(summary.generator.name).toBe('extractive');
    expect(logged).toContain('PARLEY_SUMMARY_CONTEXT_TOKENS');
  });

  it.each([
    ['429 with Retry-After', fails(429, { 'retry-after': '0.01' })],
    ['a server that restarts', fails(502)],
    ['a closed connection', hangsUp()],
    ['a server that knows no options', fails(400)],
  ])('is asked for again: %s', async (_name, first) => {
    const { summary, requests } = await write({ replies: [first, says(GOOD)] });
    expect(summary.generator.name).toBe('openai');
    expect(requests[1]?.body.messages).toEqual(requests[0]?.body.messages);
  });

  it('is requested by JSON schema, else as JSON, else in words, whichever the server supports', async () => {
    const { requests } = await write({ replies: [fails(400), fails(400), says(GOOD)] });
    const formats = requests.map(({ body }) => body.response_format?.type ?? 'words');
    // The second look wastes no call on what the server does not know.
    expect(formats).toEqual(['json_schema', 'json_object', 'words', 'words']);
  });
});

describe('a long meeting', () => {
  const lines = Array.from(
    { length: 400 },
    (_, at) => `Anna: The team measured the sensor number ${at} in the building again today.`,
  );
  const part = (first: number): SummaryDraft => ({
    ...EMPTY,
    overview: [{ text: 'The team measured the sensor.', segments: [first] }],
    keyPoints: [{ text: `Sensor number ${first} measured`, segments: [first] }],
  });
  const firstLineOf = (text: string): number => Number(/\n\[(\d+)\] /.exec(text)?.[1] ?? -1);
  const maps: ModelReply = (response, request) =>
    says(part(firstLineOf(request.body.messages[1]?.content ?? '')))(response, request);
  const reduces: ModelReply = (response, request) => {
    const isReduce = /<parts-/.test(request.body.messages[1]?.content ?? '');
    (isReduce
      ? says({ ...part(0), keyPoints: [...part(0).keyPoints, ...part(399).keyPoints] })
      : maps)(response, request);
  };

  it('is sent in parts that fit the context and together contain every segment once', async () => {
    const { summary, requests } = await write({ replies: [reduces], lines, contextTokens: 6_000 });
    const parts = requests.filter(({ body }) => body.messages[1]?.content.includes('<transcript-'));
    const seen = parts.flatMap(({ body }) =>
      [...(body.messages[1]?.content ?? '').matchAll(/\n\[(\d+)\] /g)].map((match) =>
        Number(match[1]),
      ),
    );
    expect(parts.length).toBeGreaterThan(2);
    // One for the minutes of all parts, one for the second look.
    expect(requests).toHaveLength(parts.length + 2);
    expect(seen).toEqual(lines.map((_, at) => at));
    for (const { body } of requests)
      expect(tokensOf(body.messages)).toBeLessThanOrEqual(questionTokens(6_000));
    expect(summary.keyPoints.map((point) => point.segmentRefs)).toEqual([['sg_0'], ['sg_399']]);
  });

  it('does not pay for an answer twice when the process dies after some of them', async () => {
    const notes = memory();
    const crash = {
      ...notes,
      keep: async (key: string, answer: string) =>
        notes.kept.size < 2 ? notes.keep(key, answer) : Promise.reject(new Error('killed')),
    };
    await expect(
      write({ replies: [reduces], lines, contextTokens: 6_000, notes: crash }),
    ).rejects.toThrow('killed');
    const { requests } = await write({ replies: [reduces], lines, contextTokens: 6_000, notes });
    const { requests: undisturbed } = await write({
      replies: [reduces],
      lines,
      contextTokens: 6_000,
    });
    expect(requests).toHaveLength(undisturbed.length - 2);
    expect(
      (await write({ replies: [fails(500)], lines, contextTokens: 6_000, notes })).requests,
    ).toHaveLength(0);
  });

  it('gets the embedded summary when a single segment is too long', async () => {
    const { summary, requests } = await write({
      replies: [says(GOOD)],
      lines: [`Anna: ${'word '.repeat(4_000)}`],
      contextTokens: 4_096,
    });
    expect(summary.generator.name).toBe('extractive');
    expect(requests).toHaveLength(0);
  });
});
