import { createClient, ParleyError } from '../sdk-typescript/client.ts';
import { cases, type Case } from './cases.ts';
import type { Outcome, ReplayServer } from './replay-server.ts';

/** What the TypeScript client sends and returns, case by case. */
export function typescriptOutcomes(server: ReplayServer): Promise<Outcome[]> {
  return Promise.all(
    cases.map(async (one, number) => {
      const result = await resultOf(one, `${server.url}/typescript/${number}`, one.maxRetries);
      return { name: one.name, requests: server.sentBy('typescript', number), result };
    }),
  );
}

type Method = (...args: unknown[]) => Promise<unknown> | AsyncIterable<unknown>;

async function resultOf(one: Case, baseUrl: string, maxRetries = 3): Promise<unknown> {
  const client = createClient({ baseUrl, apiKey: 'key', maxRetries });
  const [resource = '', name = ''] = one.call.split('.');
  const methods = client as unknown as Record<string, Record<string, Method>>;
  const method = methods[resource]?.[name];
  if (!method) throw new Error(`there is no ${one.call}`);
  try {
    const given = method(...one.args, ...(one.options ? [one.options] : []));
    return plain(given instanceof Promise ? await given : await collect(given, one.take));
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const { status, code, message, retryAfterSeconds } = error;
    return { error: { status, code, message, retryAfterSeconds } };
  }
}

async function collect(items: AsyncIterable<unknown>, take = Infinity): Promise<unknown[]> {
  const got: unknown[] = [];
  for await (const item of items) if (got.push(item) === take) break;
  return got;
}

function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  return value ?? null;
}
