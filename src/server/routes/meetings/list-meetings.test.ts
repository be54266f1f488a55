import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
type Page = { refs: string[]; next: string | null };

let tenants = 0;
async function tenant(): Promise<{
  key: string;
  create(count: number): Promise<string[]>;
  page(query?: string): Promise<Page>;
}> {
  const key = await world.key({ tenant: `tenant ${tenants++}` });
  return {
    key,
    create: async (count) => {
      const replies = await Promise.all(
        Array.from({ length: count }, () =>
          world.call('POST', '/v1/meetings', { key, body: { title: 'Listed' } }),
        ),
      );
      return replies.map(({ json }) => String(json.meetingRef));
    },
    page: async (query = '') => {
      const { json } = await world.call('GET', `/v1/meetings${query}`, { key });
      const meetings = json.meetings as { meetingRef: string }[];
      return {
        refs: meetings.map((meeting) => meeting.meetingRef),
        next: json.nextPageToken as string | null,
      };
    },
  };
}
const query = (members: Record<string, string>) => `?${new URLSearchParams(members)}`;

describe('200', () => {
  test('a tenant without meetings has one empty page', async () => {
    expect(await (await tenant()).page()).toEqual({ refs: [], next: null });
  });

  test('meetings come newest first, whole, and only those of the tenant', async () => {
    const [{ key, create, page }, other] = [await tenant(), await tenant()];
    const [older = ''] = await create(1);
    world.clock.advance(1);
    const [newer = ''] = await create(1);
    await other.create(1);
    expect(await page()).toEqual({ refs: [newer, older], next: null });
    const [list, read] = [
      await world.call('GET', '/v1/meetings', { key }),
      await world.call('GET', `/v1/meetings/${newer}`, { key }),
    ];
    expect((list.json.meetings as unknown[])[0]).toEqual(read.json);
  });

  // Promise: E3
  test('a page holds 50 unless asked otherwise, and 200 at most', async () => {
    const { create, page } = await tenant();
    await create(205);
    expect((await page()).refs).toHaveLength(50);
    expect((await page('?pageSize=3')).refs).toHaveLength(3);
    const most = await page(`?pageSize=${'9'.repeat(23)}`);
    expect([
      most.refs.length,
      (await page(query({ pageSize: '200', pageToken: most.next ?? '' }))).refs.length,
    ]).toEqual([200, 5]);
  });

  test('an offset may be sent with a bare plus sign, and an empty token means the first page', async () => {
    const { create, page } = await tenant();
    const refs = await create(1);
    expect((await page('?createdAfter=2026-11-24T00:00:00+01:00&pageToken=')).refs).toEqual(refs);
  });

  test('another page size goes with a token', async () => {
    const { create, page } = await tenant();
    await create(4);
    const { next } = await page('?pageSize=1');
    expect((await page(query({ pageSize: '3', pageToken: next ?? '' }))).refs).toHaveLength(3);
  });
});

describe('400', () => {
  // Promise: invalid_parameter
  test.each([
    ['pageSize', '0', 'range'],
    ['pageSize', '-1', 'range'],
    ['pageSize', 'ten', 'type'],
    ['pageSize', '', 'type'],
    ['pageSize', '1e3', 'type'],
    ['meetingState', 'started', 'value'],
    ['meetingState', '', 'value'],
    ['createdAfter', 'yesterday', 'date_time_format'],
    ['createdAfter', '2026-02-30T00:00:00Z', 'date_time_value'],
    ['pageToken', 'guessed', 'value'],
    ['pageToken', 'k1.AAAA', 'value'],
    ['pageToken', '__proto__.AAAA', 'value'],
    ['pageToken', 'x'.repeat(501), 'value'],
  ])('%s=%s is not valid', async (parameter, value, code) => {
    const { status, json } = await world.call(
      'GET',
      `/v1/meetings${query({ [parameter]: value })}`,
    );
    expect([status, json.code, json.errors]).toEqual([
      400,
      'invalid_parameter',
      [{ parameter, code, detail: expect.any(String) }],
    ]);
  });

  test('a parameter that comes twice is not valid', async () => {
    expect((await world.call('GET', '/v1/meetings?pageSize=1&pageSize=1')).json.code).toBe(
      'invalid_parameter',
    );
  });

  // Promise: E3
  test('a token is good for its tenant and its filters only, and says nothing to its reader', async () => {
    const { key, create, page } = await tenant();
    const refs = await create(3);
    const { next } = await page('?pageSize=1&meetingState=created');
    const pageToken = next ?? '';
    const tried = [
      await world.call('GET', `/v1/meetings${query({ pageToken })}`, { key }),
      await world.call('GET', `/v1/meetings${query({ pageToken, meetingState: 'ended' })}`, {
        key,
      }),
      await world.call('GET', `/v1/meetings${query({ pageToken, meetingState: 'created' })}`, {
        key: (await tenant()).key,
      }),
      await world.call(
        'GET',
        `/v1/meetings${query({ pageToken: changed(pageToken), meetingState: 'created' })}`,
        { key },
      ),
    ];
    expect(tried.map(({ status, json }) => [status, json.code])).toEqual(
      tried.map(() => [400, 'invalid_parameter']),
    );
    const readable = Buffer.from(pageToken.split('.')[1] ?? '', 'base64url').toString('latin1');
    for (const ref of refs) expect(readable).not.toContain(ref);
  });
});

/** Another character in the middle, where each of its bits counts. */
function changed(token: string): string {
  const at = token.length - 10;
  return `${token.slice(0, at)}${token[at] === 'x' ? 'y' : 'x'}${token.slice(at + 1)}`;
}
