import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
const ref = 'mtg_gone00000000000000000000';
const path = `/v1/meetings/${ref}`;
await world.ctx.db
  .insertInto('expired_meeting')
  .values({ meeting_ref: ref, tenant: 'acme', expired_at: world.clock.now() })
  .execute();

const calls: [string, string, object?][] = [
  ['GET', path],
  ['PATCH', path, { title: 'Back' }],
  ['POST', `${path}/end`],
  ['POST', `${path}/cancel`],
  ['GET', `${path}/guest-links`],
  ['POST', `${path}/guest-links`],
  ['GET', `${path}/guest-links/gl_x`],
  ['DELETE', `${path}/guest-links/gl_x`],
  ['GET', `${path}/transcript`],
  ['DELETE', `${path}/transcript`],
  ['GET', `${path}/summary`],
  ['DELETE', `${path}/summary`],
];

describe('a meeting that retention has deleted', () => {
  // Promise: content_expired
  test.each(calls)('%s %s is 410 for its tenant, 404 for others', async (method, target, body) => {
    const other = await world.key({ tenant: 'other' });
    const reply = await world.call(method, target, { ...(body && { body }) });
    const foreign = await world.call(method, target, { key: other, ...(body && { body }) });
    expect([reply.status, reply.json.code]).toEqual([410, 'content_expired']);
    expect([foreign.status, foreign.json.code]).toEqual([404, 'meeting_not_found']);
  });

  test('is reported before every other fault of a call', async () => {
    expect((await world.call('GET', `${path}?x=1`)).status).toBe(410);
    expect((await world.call('PATCH', path, { body: { title: 1 } })).status).toBe(410);
  });
});

// Promise: 106
test.each(['transcript', 'summary'])(
  'a %s whose meeting is deleted while it is being read is 410',
  async (kind) => {
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Deleted' } });
    const meetingRef = String(json['meetingRef']);
    // What the second statement of the read finds then.
    await world.ctx.db.deleteFrom('artifact').where('meeting_ref', '=', meetingRef).execute();
    const reply = await world.call('GET', `/v1/meetings/${meetingRef}/${kind}`);
    await world.ctx.db.deleteFrom('meeting').where('meeting_ref', '=', meetingRef).execute();
    expect([reply.status, reply.json['code']]).toEqual([410, 'content_expired']);
  },
);

test('a meeting that retention has deleted is not in the list', async () => {
  expect((await world.call('GET', '/v1/meetings')).json.meetings).toEqual([]);
});
