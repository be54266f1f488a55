import { describe, expect, test, vi } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { finishArtifact } from '../../core/artifact/finish-artifact.ts';
import { emptySummary, emptyTranscript } from '../../core/artifact/empty-content.ts';
import { MAX_HELD_READS } from '../rates/rate-limits.ts';
import { readWait } from '../http/read-headers.ts';

const world = await serverWorld();
const waitFor = vi.spyOn(world.held, 'waitFor');

async function meeting(): Promise<string> {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Watched' } });
  return `/v1/meetings/${json.meetingRef}`;
}
/** A read that is being held when the answer of this resolves. */
async function heldRead(
  path: string,
  prefer = 'wait=30',
  { known, ...options }: { key?: string; signal?: AbortSignal; known?: string } = {},
) {
  const etag = (await world.call('GET', path)).headers.get('etag') ?? '';
  const before = waitFor.mock.calls.length;
  const headers = { 'if-none-match': known ?? etag, prefer };
  const reply = world.call('GET', path, { ...options, headers });
  reply.catch(() => {});
  await vi.waitFor(() => expect(waitFor.mock.calls.length).toBeGreaterThan(before), {
    timeout: 15_000,
  });
  return { reply, etag };
}

describe('a held read', () => {
  // Promise: 47, E5
  test('of a meeting answers 200 as soon as the meeting moves', async () => {
    const path = await meeting();
    const { reply, etag } = await heldRead(path);
    await world.call('POST', `${path}/cancel`);
    const { status, json, headers } = await reply;
    expect([status, json.meetingState, headers.get('preference-applied')]).toEqual([
      200,
      'cancelled',
      'wait=30',
    ]);
    expect(headers.get('etag')).not.toBe(etag);
  });

  // Promise: 47
  test.each(['*', '"1-json", "2-json"'])(
    'with If-None-Match: %s answers as soon as the meeting moves, too',
    async (known) => {
      const path = await meeting();
      const { reply } = await heldRead(path, 'wait=30', { known });
      await world.call('POST', `${path}/cancel`);
      const { status, headers } = await reply;
      expect([status, headers.get('etag')]).toEqual([304, '"2-json"']);
    },
    10_000,
  );

  // Promise: 47
  test.each(['transcript', 'summary'] as const)(
    'of a %s answers 200 when it is available',
    async (kind) => {
      const path = await meeting();
      const { reply } = await heldRead(`${path}/${kind}`);
      await world.call('POST', `${path}/cancel`);
      expect((await reply).json).toMatchObject({ status: 'available', result: 'empty' });
    },
  );

  // Promise: 47
  test('answers with what was asked for, whatever else of the meeting is awaited', async () => {
    const path = await meeting();
    const held = [
      await heldRead(path),
      await heldRead(`${path}/transcript`),
      await heldRead(`${path}/summary`),
    ];
    await world.call('POST', `${path}/cancel`);
    const answers = await Promise.all(held.map(({ reply }) => reply));
    expect(answers.map(({ json }) => json)).toMatchObject([
      { meetingState: 'cancelled' },
      { result: 'empty', segments: [] },
      { result: 'empty', actionItems: [] },
    ]);
  });

  // Promise: 28
  test('keeps waiting after a change of something else', async () => {
    const path = await meeting();
    const meetingRef = path.slice('/v1/meetings/'.length);
    await world.ctx.db
      .updateTable('meeting')
      .set({ state: 'ended', started_at: world.clock.now(), ended_at: world.clock.now() })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    await world.ctx.db
      .updateTable('artifact')
      .set({ status: 'processing' })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    const { reply } = await heldRead(`${path}/summary`);
    const before = waitFor.mock.calls.length;
    await finishArtifact(world.ctx, {
      meetingRef,
      kind: 'transcript',
      result: 'complete',
      reason: null,
      content: {
        ...emptyTranscript(0),
        segments: [
          {
            segmentRef: 'sg_1',
            speakerRef: null,
            startMs: 0,
            endMs: 1,
            text: 'Hi.',
            languageCode: null,
          },
        ],
      },
    });
    await vi.waitFor(() => expect(waitFor.mock.calls.length).toBeGreaterThan(before), {
      timeout: 15_000,
    });
    await finishArtifact(world.ctx, {
      meetingRef,
      kind: 'summary',
      result: 'failed',
      reason: 'processing_failed',
      content: emptySummary(),
    });
    expect((await reply).json).toMatchObject({ status: 'available', result: 'failed' });
  });

  // Promise: 47
  test('answers 304 when nothing changes in its time', async () => {
    const { reply, etag } = await heldRead(await meeting(), 'wait=1');
    const { status, text, headers } = await reply;
    expect([status, text, headers.get('etag'), headers.get('preference-applied')]).toEqual([
      304,
      '',
      etag,
      'wait=1',
    ]);
  });

  test('counts toward the 20 of its key until its client disconnects', async () => {
    const path = await meeting();
    const key = await world.key();
    const hangUp = new AbortController();
    const etag = (await world.call('GET', path)).headers.get('etag') ?? '';
    const headers = { 'if-none-match': etag, prefer: 'wait=30', authorization: `Bearer ${key}` };
    // One more than may wait: the others are held, so the first answer is the refusal of one of them.
    const reads = Array.from({ length: MAX_HELD_READS + 1 }, () =>
      fetch(world.url + path, { headers, signal: hangUp.signal }),
    );
    const answers = Promise.allSettled(reads);
    const refused = await Promise.race(reads);
    const { policy } = (await refused.json()) as { policy: string };
    expect([refused.status, policy, refused.headers.get('retry-after')]).toEqual([
      429,
      'long-poll',
      '5',
    ]);
    const unheld = await world.call('GET', path, {
      key,
      headers: { ...headers, prefer: 'wait=0' },
    });
    expect(unheld.status).toBe(304);
    hangUp.abort();
    await answers;
    const again = () => world.call('GET', path, { key, headers: { ...headers, prefer: 'wait=1' } });
    await vi.waitFor(async () => expect((await again()).status).toBe(304), { timeout: 10_000 });
  });
});

test('live words that did not begin in time no longer count toward the 20 of the key', async () => {
  const live = { path: `${await meeting()}/transcript/live`, key: await world.key() };
  const codes = new Set<unknown>();
  for (let call = 0; call <= MAX_HELD_READS; call++) {
    const options = { key: live.key, headers: { prefer: 'wait=0' } };
    codes.add((await world.call('GET', live.path, options)).json['code']);
  }
  expect([...codes]).toEqual(['invalid_state']);
});

describe('a read is not held', () => {
  test('without If-None-Match, and nothing is said to be applied', async () => {
    const reply = await world.call('GET', await meeting(), { headers: { prefer: 'wait=30' } });
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([200, null]);
  });

  test('when the client holds another version', async () => {
    const reply = await world.call('GET', await meeting(), {
      headers: { prefer: 'wait=99', 'if-none-match': '"0-json"' },
    });
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([200, 'wait=30']);
  });

  test('of a meeting that does not exist', async () => {
    const reply = await world.call('GET', '/v1/meetings/mtg_x', {
      headers: { prefer: 'wait=30', 'if-none-match': '*' },
    });
    expect(reply.json.code).toBe('meeting_not_found');
  });

  // Promise: 47
  test('when Prefer is not valid', async () => {
    const path = await meeting();
    const reply = await world.call('GET', path, {
      headers: { prefer: 'wait=soon', 'if-none-match': '"1-json"' },
    });
    expect([reply.status, reply.headers.get('preference-applied')]).toEqual([304, null]);
  });
});

test.each<[string | string[] | undefined, number | null]>([
  [undefined, null],
  ['wait=5', 5],
  ['WAIT = "7"', 7],
  ['respond-async, wait=10; x=1', 10],
  ['wait=99', 30],
  ['wait=3, wait=4', 3],
  [['respond-async', 'wait=2'], 2],
  ['wait=-1', null],
  ['wait=1.5', null],
  ['wait', null],
  ['await=5', null],
])('Prefer: %s asks to wait %s seconds', (prefer, seconds) => {
  expect(readWait(prefer)).toBe(seconds);
});

// Last, since it closes the server.
// Promise: 47
test('at shutdown every held read is released with 304, and its connection closed', async () => {
  const path = await meeting();
  const held = [
    await heldRead(path),
    await heldRead(`${path}/transcript`),
    await heldRead(`${path}/summary`),
  ];
  const closing = world.close();
  for (const { reply } of held) {
    const { status, headers } = await reply;
    expect([status, headers.get('connection')]).toEqual([304, 'close']);
  }
  await closing;
});
