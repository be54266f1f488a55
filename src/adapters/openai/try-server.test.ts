import { expect, it } from 'vitest';
import { fails, says, scriptedModel } from '../../../dev/world/speech/model-server.ts';
import { tryChatModel } from './try-server.ts';

it('a language model that takes no `max_tokens`, as some reasoning models, is found to answer', async () => {
  await using server = await scriptedModel(fails(400), says('ready'));
  expect(await tryChatModel({ url: server.url, apiKey: null, model: 'thinker' })).toEqual({
    isFine: true,
    words: `thinker at ${new URL(server.url).host} answers`,
  });
  expect(server.requests.map(({ body }) => body.max_tokens)).toEqual([5, undefined]);
});

it('a language model that refuses every question is reported', async () => {
  await using server = await scriptedModel(fails(400));
  expect(await tryChatModel({ url: server.url, apiKey: null, model: 'small' })).toEqual({
    isFine: false,
    words: `${new URL(server.url).host} refuses the question (status 400)`,
  });
});
