import { expect, it, onTestFinished } from 'vitest';
import { countOwnTime } from '../../../dev/world/own-time.ts';
import { says, scriptedModel } from '../../../dev/world/speech/model-server.ts';
import { NEVER, PATIENCE } from '../../../dev/world/speech/summary-scene.ts';
import { until } from '../../../dev/world/until.ts';
import { askModel } from './ask-model.ts';

it('a model that hangs delays one meeting at a time, and all use it again once it answers', async () => {
  onTestFinished(countOwnTime());
  const answers: (() => void)[] = [];
  await using model = await scriptedModel((...call) => answers.push(() => says('Ready.')(...call)));
  const server = { url: model.url, apiKey: null, model: 'tiny' };
  const question = { messages: [], shape: { name: 'minutes', schema: {} }, maxTokens: 10 };
  const ask = (callMs: number) =>
    askModel(server, question, NEVER, { ...PATIENCE, callMs, maxTries: 1 });
  const askThree = (callMs: number) => Promise.allSettled([ask(callMs), ask(callMs), ask(callMs)]);
  await askThree(500);
  const unanswered = answers.length;
  const waiting = ask(20_000);
  for (const refused of await askThree(20_000))
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining('hangs') } });
  await until('the one question', 15_000, () => answers.length === unanswered + 1);
  answers.at(-1)?.();
  expect(await waiting).toMatchObject({ text: 'Ready.' });
  const all = askThree(20_000);
  await until('three questions', 15_000, () => answers.length === unanswered + 4);
  for (const answer of answers.slice(-3)) answer();
  expect((await all).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
});
