// The same for every client: what Python gives is compared with this in clients/sdk-python.
import { expect, test } from 'vitest';
import { cases } from './cases.ts';
import { contractOperations } from './contract-answers.ts';
import { replayServer, type SentRequest } from './replay-server.ts';
import { typescriptOutcomes } from './typescript-outcomes.ts';

const outcomes = await typescriptOutcomes(await replayServer());

test('every call sends the requests that are recorded', async () => {
  const sent = outcomes
    .filter(({ name }) => !name.startsWith('refused: '))
    .map(({ name, requests }) => `# ${name}\n${requests.map(textOf).join('')}`);
  // After an intended change: run this test with `-u`, and look at what changed.
  await expect(sent.join('\n')).toMatchFileSnapshot('recorded.txt');
});

test('every problem of the contract rejects with its code', () => {
  for (const { name, result } of outcomes.filter((one) => one.name.startsWith('refused: ')))
    expect(result).toMatchObject({
      error: { code: name.slice('refused: '.length), retryAfterSeconds: 3 },
    });
});

test('an answer of something other than the service rejects as unknown, is not retried, and says what to check', () => {
  const others = outcomes.filter(({ name }) => /^a (web page|redirect)/.test(name));
  expect(others).toHaveLength(4);
  for (const { requests, result } of others) {
    expect(requests).toHaveLength(1);
    expect(result).toMatchObject({
      error: { code: 'unknown', message: expect.stringContaining('Check the address') },
    });
  }
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

/** As HTTP writes it, one parameter of the query a line. */
function textOf({ method, path, query, headers, body }: SentRequest): string {
  return [
    `${method} /${path.map(encodeURIComponent).join('/')}`,
    ...query.map(([name, value]) => `  ${name}=${value}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [JSON.stringify(body)]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
