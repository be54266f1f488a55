import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { type ClientOptions, createClient } from './client.ts';

const world = await serverWorld();
const apiKey = await world.key();
const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: `${world.url}/`, apiKey, ...options });
const meetingsTitled = (title: string) =>
  world.ctx.db.selectFrom('meeting').select('meeting_ref').where('title', '=', title).execute();

/** Lets each request through, but loses the first `count` answers. */
function losingAnswers(count: number): { fetch: typeof fetch; keys: (string | null)[] } {
  const keys: (string | null)[] = [];
  return {
    keys,
    fetch: async (input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const response = await fetch(input, init);
      if (keys.length <= count) throw new TypeError('fetch failed');
      return response;
    },
  };
}

function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = { code, status, title: code, detail: code };
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });
}

describe('retries', () => {
  test('a call whose answer was lost is retried with the same key: one meeting', async () => {
    const { fetch, keys } = losingAnswers(2);
    const meeting = await client({ fetch }).meetings.create({ title: 'Lost twice' });
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
    expect(await meetingsTitled('Lost twice')).toEqual([{ meeting_ref: meeting.meetingRef }]);
  });

  test('a service that is away for a moment is asked again, after the time it names', async () => {
    const statuses = [503, 429];
    const passing: typeof fetch = async (input, init) => {
      const status = statuses.shift();
      return status === undefined
        ? fetch(input, init)
        : new Response('', { status, headers: { 'retry-after': '0' } });
    };
    expect((await client({ fetch: passing }).meetings.create({ title: 'In the end' })).title).toBe(
      'In the end',
    );
  });

  test('a change to one version is not repeated when its answer was lost: it may have been made', async () => {
    const { meetingRef } = await client().meetings.create({ title: 'Before' });
    const { fetch, keys } = losingAnswers(1);
    const changed = client({ fetch }).meetings.update(
      meetingRef,
      { title: 'After' },
      { ifMatch: '"1-json"' },
    );
    await expect(changed).rejects.toThrow('fetch failed');
    expect([keys.length, (await client().meetings.read(meetingRef)).title]).toEqual([1, 'After']);
  });

  test('a deletion whose answer was lost succeeds, though the retry finds nothing to delete', async () => {
    const { webhooks } = client();
    const { webhookRef } = await webhooks.create({ url: 'https://93.184.216.34/hook' });
    const { fetch, keys } = losingAnswers(1);
    await client({ fetch }).webhooks.delete(webhookRef);
    expect(keys).toHaveLength(2);
    await expect(webhooks.delete(webhookRef)).rejects.toMatchObject({ code: 'webhook_not_found' });
  });

  test('end after the number of retries', async () => {
    const { fetch, keys } = losingAnswers(9);
    await expect(client({ fetch, maxRetries: 1 }).meetings.read('x')).rejects.toThrow(
      'fetch failed',
    );
    expect(keys).toHaveLength(2);
  });

  test('end at once when the caller gives up', async () => {
    const given = new AbortController();
    const failing: typeof fetch = async () => {
      queueMicrotask(() => given.abort(new Error('given up')));
      throw new TypeError('fetch failed');
    };
    await expect(
      client({ fetch: failing, maxRetries: 1_000 }).meetings.read('x', { signal: given.signal }),
    ).rejects.toThrow();
  });
});

describe('waiting for a result', () => {
  test.each([30_000, 4_000, 500])(
    'asks the service to hold it for less than the %i ms that an attempt may take',
    async (timeoutMs) => {
      let wait = Number.NaN;
      const noting: typeof fetch = async (_, init) => {
        wait = Number(/^wait=(\d+)$/.exec(new Headers(init?.headers).get('prefer') ?? '')?.[1]);
        return Response.json({ status: 'available' });
      };
      await client({ fetch: noting, timeoutMs }).transcripts.waitFor('mtg_x');
      expect(wait * 1000).toBeLessThan(timeoutMs);
    },
  );

  test('continues when the service already holds its maximum of reads for the key', async () => {
    const { meetingRef } = await client().meetings.create({ title: 'One too many' });
    await client().meetings.cancel(meetingRef);
    let refusals = 2;
    const limited: typeof fetch = async (input, init) => {
      if (refusals-- <= 0) return fetch(input, init);
      return problem(429, 'rate_limited', { 'retry-after': '0' });
    };
    expect(
      (await client({ fetch: limited, maxRetries: 0 }).transcripts.waitFor(meetingRef)).status,
    ).toBe('available');
  });

  test('continues when the service restarts after a first answer', async () => {
    const { meetingRef } = await client().meetings.create({ title: 'During an upgrade' });
    const outages = [
      () => Promise.reject(new TypeError('fetch failed')),
      async () => problem(503, 'service_unavailable', { 'retry-after': '0' }),
    ];
    let calls = 0;
    const restarting: typeof fetch = async (input, init) => {
      calls += 1;
      if (calls === 1) return fetch(input, { ...init, headers: withoutWait(init) });
      if (calls === 2) await client().meetings.cancel(meetingRef);
      return outages.shift()?.() ?? fetch(input, init);
    };
    const waiting = client({ fetch: restarting, maxRetries: 0 }).transcripts.waitFor(meetingRef);
    expect((await waiting).status).toBe('available');
    expect(calls).toBe(4);
  });

  test('continues after a first answer however long a proxy asks it to wait', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answers = [
      Response.json({ status: 'pending' }),
      new Response('', { status: 503, headers: { 'retry-after': '1800' } }),
      Response.json({ status: 'available' }),
    ];
    const away: typeof fetch = async () => answers.shift() ?? Response.error();
    const waiting = client({ fetch: away }).transcripts.waitFor('mtg_x');
    await vi.advanceTimersByTimeAsync(1_800_000);
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await waiting).toEqual({ status: 'available' });
  });

  test.each([
    ['says that nothing changed', () => new Response(null, { status: 304 })],
    ['sends the whole result without an ETag', () => Response.json({ status: 'pending' })],
    [
      'says that it held the read, and did not',
      () => new Response(null, { status: 304, headers: { 'preference-applied': 'wait=20' } }),
    ],
  ])(
    'polls less and less often if the service does not hold reads: it %s',
    async (_, immediate) => {
      const asked = await waitFor90Seconds(async () => immediate());
      expect(asked).toEqual([
        0, 1, 3, 7, 12, 17, 22, 27, 32, 37, 42, 47, 52, 57, 62, 67, 72, 77, 82, 87,
      ]);
    },
  );

  test('reads again at once after a held read', async () => {
    const asked = await waitFor90Seconds(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      return Response.json({ status: 'pending' });
    });
    expect(asked).toEqual([0, 20, 40, 60, 80]);
  });

  test('pauses for Retry-After, except after a first read that returned an ETag', async () => {
    const polled = { 'retry-after': '30' };
    const behindProxy = async () => Response.json({ status: 'pending' }, { headers: polled });
    expect(await waitFor90Seconds(behindProxy)).toEqual([0, 30, 60, 90]);
    const versions = { ...polled, etag: '"1"' };
    const versioned = async () => Response.json({ status: 'pending' }, { headers: versions });
    expect(await waitFor90Seconds(versioned)).toEqual([0, 0, 30, 60, 90]);
  });

  test('fails at once when the service cannot be reached at the beginning', async () => {
    const failing: typeof fetch = () => Promise.reject(new TypeError('fetch failed'));
    const unreachable = client({ fetch: failing, maxRetries: 0 });
    await expect(unreachable.transcripts.waitFor('mtg_x')).rejects.toThrow('fetch failed');
  });
});

/** The times, in seconds, at which the client reads a result that never becomes available. */
async function waitFor90Seconds(answer: typeof fetch): Promise<number[]> {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [begun, given] = [performance.now(), new AbortController()];
  const asked: number[] = [];
  const noting: typeof fetch = (...request) => {
    given.signal.throwIfAborted();
    asked.push(Math.round((performance.now() - begun) / 1_000));
    // Without a pause no time passes here, so the test would not end.
    if (asked.length > 100) throw new Error('asked without a pause');
    return answer(...request);
  };
  const { signal } = given;
  const waiting = client({ fetch: noting }).transcripts.waitFor('mtg_x', { signal });
  const ended = expect(waiting).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(90_000);
  given.abort(new Error('given up'));
  await vi.advanceTimersByTimeAsync(90_000);
  await ended;
  return asked;
}

function withoutWait(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.delete('prefer');
  return headers;
}
