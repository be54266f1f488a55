import { expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';
import { MediaUnavailable, type TokenGrant } from '../../../core/ports.ts';

const opened: string[] = [];
const granted: TokenGrant[] = [];
let isAway = false;
const world = await serverWorld();
Object.assign(world.ctx.media, {
  openRoom: async (room: string) => {
    if (isAway) throw new MediaUnavailable('away');
    opened.push(room);
    return 'RM_1';
  },
  mintToken: async (grant: TokenGrant) => {
    granted.push(grant);
    return 'token';
  },
});
const start = () => world.call('POST', '/guest/connection-check', { key: null, body: {} });

test('a check of the connection gets a room of its own for two minutes, and is in no database', async () => {
  const replies = [await start(), await start()];
  expect(replies.map(({ status, json }) => [status, json])).toEqual([
    [200, { mediaToken: 'token' }],
    [200, { mediaToken: 'token' }],
  ]);
  expect(new Set(opened).size).toBe(2);
  expect(granted.map(({ meetingRef, identity }) => [meetingRef, identity])).toEqual(
    opened.map((room) => [room, room]),
  );
  expect(granted[0]).toMatchObject({
    ttlSeconds: 120,
    sends: ['microphone'],
    sendsMessages: false,
  });
  const meetings = await world.ctx.db.selectFrom('meeting').select('meeting_ref').execute();
  expect(meetings).toEqual([]);
});

test('without a media server the check gets an error', async () => {
  isAway = true;
  expect((await start()).status).toBe(503);
  isAway = false;
});

test('the page of the check may use devices, loads nothing from other hosts, and cannot be framed', async () => {
  const page = await world.call('GET', '/check', { key: null });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('permissions-policy')).toContain('microphone=(self)');
});
