import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { type ClientOptions, ParleyError, createClient } from './client.ts';

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

describe('calls', () => {
  test('every operation has its method', async () => {
    const { meetings, guestLinks, transcripts, summaries } = client();
    const created = await meetings.create({ title: 'By SDK', schedule: null });
    const ref = created.meetingRef;
    expect(await meetings.read(ref)).toEqual(created);
    expect((await guestLinks.create(ref)).guestUrl).toContain('#k=');
    expect(await transcripts.read(ref)).toMatchObject({ meetingRef: ref, status: 'pending' });
    expect(await summaries.read(ref)).toMatchObject({ meetingRef: ref, status: 'pending' });
    expect((await meetings.cancel(ref)).meetingState).toBe('cancelled');
    await expect(meetings.end(ref)).rejects.toMatchObject({
      status: 409,
      code: 'invalid_state',
      problem: { meetingState: 'cancelled' },
    });
    expect(await transcripts.readAs('text/vtt', ref)).toBe('WEBVTT\n');
  });

  test('meetings are changed before they begin, with the version that was read', async () => {
    const { meetings } = client();
    const { meetingRef } = await meetings.create({ title: 'Before' });
    const { meeting, etag } = await meetings.readWithEtag(meetingRef);
    expect(meeting.title).toBe('Before');
    expect((await meetings.update(meetingRef, { title: 'After' }, { ifMatch: etag })).title).toBe(
      'After',
    );
    await expect(
      meetings.update(meetingRef, { title: 'Lost' }, { ifMatch: etag }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await meetings.read(meetingRef)).title).toBe('After');
  });

  test('lists are read page by page, or to their end', async () => {
    const { meetings } = createClient({
      baseUrl: world.url,
      apiKey: await world.key({ tenant: 'lister' }),
    });
    const made = new Set<string>();
    for (const title of ['a', 'b', 'c', 'd', 'e'])
      made.add((await meetings.create({ title })).meetingRef);
    const all = new Set<string>();
    for await (const meeting of meetings.listAll({ pageSize: 2, meetingState: 'created' }))
      all.add(meeting.meetingRef);
    expect(all).toEqual(made);
    const first = await meetings.list({ pageSize: 3 });
    const second = await meetings.list({ pageSize: 3, pageToken: first.nextPageToken ?? '' });
    expect([first.meetings.length, second.meetings.length, second.nextPageToken]).toEqual([
      3,
      2,
      null,
    ]);
  });

  test('links have options, are read and revoked', async () => {
    const { meetings, guestLinks } = client();
    const { meetingRef } = await meetings.create({ title: 'Linked' });
    const { guestLinkRef } = await guestLinks.create(meetingRef, {
      link: { displayName: 'Ana', maxUses: 1 },
    });
    await guestLinks.revoke(meetingRef, guestLinkRef);
    const link = await guestLinks.read(meetingRef, guestLinkRef);
    expect(link).toMatchObject({ displayName: 'Ana', maxUses: 1, revokedAt: expect.any(String) });
    expect(await guestLinks.list(meetingRef)).toEqual([link]);
  });

  test('results are waited for and erased; the key tells what it may do', async () => {
    const { meetings, transcripts, summaries, keys } = client();
    const { meetingRef } = await meetings.create({ title: 'Erased' });
    const waiting = transcripts.waitFor(meetingRef);
    await meetings.cancel(meetingRef);
    expect(await waiting).toMatchObject({ status: 'available', result: 'empty' });
    await transcripts.erase(meetingRef);
    await summaries.erase(meetingRef);
    await expect(transcripts.read(meetingRef)).rejects.toMatchObject({
      status: 410,
      code: 'content_expired',
    });
    await expect(summaries.waitFor(meetingRef)).rejects.toMatchObject({ code: 'content_expired' });
    expect((await keys.readOwn()).tenant).toBe('acme');
  });

  test('a given key makes a later call the same call', async () => {
    const [a, b] = [
      await client().meetings.create({ title: 'Keyed' }, { idempotencyKey: 'mine' }),
      await client().meetings.create({ title: 'Keyed' }, { idempotencyKey: 'mine' }),
    ];
    expect(b).toEqual(a);
  });

  test('a reference cannot leave its segment of the path', async () => {
    await expect(client().meetings.read('../../health/live')).rejects.toMatchObject({
      code: 'meeting_not_found',
    });
  });
});

describe('refusals', () => {
  test('carry the problem and are not repeated', async () => {
    const { fetch, keys } = losingAnswers(0);
    const refused = client({ fetch }).meetings.create({ title: '' });
    await expect(refused).rejects.toBeInstanceOf(ParleyError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'validation_error',
      problem: { errors: [{ pointer: '#/title', code: 'blank' }] },
    });
    expect(keys).toHaveLength(1);
  });

  test("an answer that is not the service's own is an error too", async () => {
    const fetch = async () => new Response('<html>', { status: 404 });
    await expect(client({ fetch }).meetings.read('x')).rejects.toMatchObject({
      status: 404,
      code: 'unknown',
      problem: null,
    });
  });
});

describe('retries', () => {
  test('lost answers are asked for again with the same key: one meeting', async () => {
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

  test('a deletion whose answer was lost is done, though the service no longer knows what was deleted', async () => {
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
      const { meetingRef } = await client().meetings.create({ title: 'Held' });
      await client().meetings.cancel(meetingRef);
      let wait = Number.NaN;
      const noting: typeof fetch = (input, init) => {
        wait = Number(/^wait=(\d+)$/.exec(new Headers(init?.headers).get('prefer') ?? '')?.[1]);
        return fetch(input, init);
      };
      await client({ fetch: noting, timeoutMs }).transcripts.waitFor(meetingRef);
      expect(wait * 1000).toBeLessThan(timeoutMs);
    },
  );

  test('goes on when the service holds as many reads of the key as it may', async () => {
    const { meetingRef } = await client().meetings.create({ title: 'One too many' });
    await client().meetings.cancel(meetingRef);
    let refusals = 2;
    const limited: typeof fetch = async (input, init) => {
      if (refusals-- <= 0) return fetch(input, init);
      const problem = {
        code: 'rate_limited',
        policy: 'long-poll',
        title: 'Too many requests',
        detail: '',
      };
      return Response.json(problem, {
        status: 429,
        headers: { 'content-type': 'application/problem+json', 'retry-after': '0' },
      });
    };
    expect(
      (await client({ fetch: limited, maxRetries: 0 }).transcripts.waitFor(meetingRef)).status,
    ).toBe('available');
  });
});
