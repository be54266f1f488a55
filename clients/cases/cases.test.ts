// The same for every client: what Python gives is compared with this in clients/sdk-python.
import { expect, test } from 'vitest';
import { cases, contractOperations } from './cases.ts';
import { replayServer } from './replay-server.ts';
import { typescriptOutcomes } from './typescript-outcomes.ts';

const outcomes = await typescriptOutcomes(await replayServer());

test('the requests of every call are those that are recorded', async () => {
  const sent = outcomes
    .filter(({ name }) => !name.startsWith('refused: '))
    .map(({ name, requests }) => ({ name, requests }));
  // After a change that is meant: the same test with `-u`, and a look at what changed.
  await expect(`${JSON.stringify(sent, null, 1)}\n`).toMatchFileSnapshot('recorded.json');
});

test('every problem of the contract rejects with its code', () => {
  for (const { name, result } of outcomes.filter((one) => one.name.startsWith('refused: ')))
    expect(result).toMatchObject({
      error: { code: name.slice('refused: '.length), retryAfterSeconds: 3 },
    });
});

test('every case has its own name, and every operation of the contract a case', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  const asked = new Set(
    outcomes.flatMap(({ requests }) =>
      requests.map(({ method, path }) => `${method} /${path.join('/')}`),
    ),
  );
  const missing = contractOperations.filter((operation) => {
    const pattern = new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return ![...asked].some((one) => pattern.test(one));
  });
  expect(missing).toEqual([]);
});
