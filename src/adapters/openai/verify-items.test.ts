import { describe, expect, it, onTestFinished } from 'vitest';
import { countOwnTime } from '../../../dev/world/own-time.ts';
import {
  fails,
  type ModelReply,
  refusesInWords,
  says,
  staysSilent,
} from '../../../dev/world/speech/model-server.ts';
import { GOOD, meeting, write } from '../../../dev/world/speech/summary-scene.ts';
import type { Question } from './ask-model.ts';
import { verifiedDraft } from './verify-items.ts';

type Statement = { item: number; text: string };

/** A model that denies the statements with these words. */
function denies(words: RegExp): ModelReply {
  return (response, request) => {
    const asked = request.body.messages[1]?.content ?? '';
    const statements = [...asked.matchAll(/^\{.*\}$/gm)].map(
      ([line]) => JSON.parse(line) as Statement,
    );
    const answers = statements.map(({ item, text }) => ({ item, holds: !words.test(text) }));
    says({ answers })(response, request);
  };
}

describe('the second look', () => {
  it('removes items that the model denies when asked again', async () => {
    const { summary } = await write({ replies: [says(GOOD), denies(/^Ship/)] });
    expect(summary.decisions).toEqual([]);
    expect(summary.keyPoints).toHaveLength(1);
    expect(summary.actionItems).toHaveLength(1);
  });

  it('leaves a task without an owner when the model denies only the owner', async () => {
    const { summary } = await write({ replies: [says(GOOD), denies(/for Anna to do/)] });
    expect(summary.actionItems).toMatchObject([
      { text: 'Send the report to the customers', ownerDisplayName: null },
    ]);
  });

  it('asks about all items in one question, which quotes the lines without giving the model instructions', async () => {
    const { requests } = await write({ replies: [says(GOOD), denies(/^$/)] });
    expect(requests).toHaveLength(2);
    const asked = requests[1]?.body.messages[1]?.content ?? '';
    expect(asked).toContain('[2] Anna: I will send the report to the customers by Tuesday.');
    expect(asked).not.toContain('Mallory');
    expect(requests[1]?.body.response_format).toMatchObject({ json_schema: { name: 'verdicts' } });
  });

  it.each([
    ['fails', fails(500)],
    ['stays silent', staysSilent()],
    ['refuses', refusesInWords()],
    ['is no JSON', says('They all hold.')],
    ['has another shape', says({ answers: 'yes' })],
    ['denies everything', denies(/./)],
  ])('changes nothing when the answer %s', async (_how, reply) => {
    onTestFinished(countOwnTime());
    const { summary, logged } = await write({
      replies: [says(GOOD), reply],
      patience: { callMs: 300 },
    });
    expect(summary.generator.name).toBe('openai');
    expect(summary.overview).toBe(GOOD.overview[0]?.text);
    expect(summary.decisions).toHaveLength(1);
    expect(summary.actionItems).toHaveLength(1);
    expect(logged).not.toMatch(/sk-secret|release|Anna/);
  });

  it('asks at most four questions, and keeps the items beyond them', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Anna: We measure the sensor ${at} today.`);
    const decisions = lines.map((_, at) => ({ text: `Measure ${at}`, segmentRefs: [`sg_${at}`] }));
    const none = { overview: [], keyPoints: [], actionItems: [], topics: [] };
    const asked: Question[] = [];
    const verified = await verifiedDraft(
      { ...none, decisions },
      meeting(lines),
      600,
      async (one) => {
        asked.push(one);
        return JSON.stringify({ answers: [{ item: 1, holds: false }] });
      },
    );
    expect(asked).toHaveLength(4);
    for (const { messages } of asked)
      expect(messages.map(({ content }) => content).join('').length / 3).toBeLessThan(600);
    expect(verified.decisions).toEqual(decisions.slice(1));
  });
});
