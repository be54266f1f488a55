import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';

const client = (fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: 'https://meet.example.org', apiKey: 'key', fetch, ...options });

/** A service that never answers. `ended` has the reason for which each attempt was given up. */
function silentService() {
  const ended: unknown[] = [];
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      const { signal } = init ?? {};
      signal?.addEventListener('abort', () => {
        ended.push(signal.reason);
        reject(signal.reason);
      });
    });
  return { fetch: silent, ended };
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  ['without a signal', {}],
  ['with a signal of the caller', { signal: new AbortController().signal }],
])('an attempt that is not answered ends at its timeout, %s', async (_, options) => {
  fakeTimers();
  const { fetch, ended } = silentService();
  const call = client(fetch, { timeoutMs: 5_000, maxRetries: 0 }).keys.readOwn(options);
  const refused = expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveLength(1);
  await refused;
});

test('an attempt may have no timeout, and then ends with the signal of the caller', async () => {
  fakeTimers();
  const { fetch, ended } = silentService();
  const caller = new AbortController();
  const options = { timeoutMs: Infinity, maxRetries: 0 };
  const call = client(fetch, options).keys.readOwn({ signal: caller.signal });
  const refused = expect(call).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(ended).toHaveLength(0);
  caller.abort(new Error('given up'));
  await refused;
});

test('an attempt that was answered leaves no timer behind, which would keep a program from its end', async () => {
  fakeTimers();
  await client(async () => Response.json({})).keys.readOwn();
  expect(vi.getTimerCount()).toBe(0);
});

test('a deletion is not taken for done when a gateway finds nothing while the service is away', async () => {
  const answers = [503, 404].map((status) => new Response('<html>', { status }));
  const away: typeof fetch = async () => answers.shift() ?? Response.error();
  const deletion = client(away).webhooks.delete('wh_x');
  await expect(deletion).rejects.toMatchObject({ status: 404, code: 'unknown' });
});

test('a page that is not served over https, where there is no randomUUID, makes calls too', async () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal('crypto', { getRandomValues });
  onTestFinished(() => void vi.unstubAllGlobals());
  const keys: (string | null)[] = [];
  const noting: typeof fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    return Response.json({});
  };
  const { meetings } = client(noting);
  for (const title of ['One', 'Another']) await meetings.create({ title });
  expect([...new Set(keys)]).toEqual([
    expect.stringMatching(/^[\da-f]{32}$/),
    expect.stringMatching(/^[\da-f]{32}$/),
  ]);
});
