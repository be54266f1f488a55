import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MeetingState } from '../../../../contract/generated/api.ts';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const world = await serverWorld();
async function meeting(state: MeetingState): Promise<string> {
  const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'To be moved' } });
  const started = ['in_progress', 'ending', 'ended'].includes(state) ? world.clock.now() : null;
  await world.ctx.db
    .updateTable('meeting')
    .set({ state, started_at: started })
    .where('meeting_ref', '=', String(json.meetingRef))
    .execute();
  return `/v1/meetings/${json.meetingRef}`;
}
const act = (path: string, verb: string, headers: Record<string, string> = {}) =>
  world.call('POST', `${path}/${verb}`, { headers });

describe('200', () => {
  // Promise: M2, M5, E1
  test.each<[string, MeetingState, MeetingState]>([
    ['cancel', 'created', 'cancelled'],
    ['cancel', 'cancelled', 'cancelled'],
    ['end', 'in_progress', 'ending'],
    ['end', 'ending', 'ending'],
    ['end', 'ended', 'ended'],
  ])('%s on a meeting that is %s leaves it %s, as a later read says', async (verb, from, to) => {
    const path = await meeting(from);
    const reply = await act(path, verb);
    expect([reply.status, reply.json.meetingState]).toEqual([200, to]);
    const read = await world.call('GET', path);
    expect([read.text, read.headers.get('etag')]).toEqual([reply.text, reply.headers.get('etag')]);
  });

  // Promise: E1
  test('no Idempotency-Key is needed; with one, a retry is a replay', async () => {
    const path = await meeting('created');
    const headers = { authorization: `Bearer ${await world.key()}` };
    const bare = await fetch(`${world.url}${path}/cancel`, { method: 'POST', headers });
    expect(bare.status).toBe(200);
    const keyed = { 'idempotency-key': randomUUID() };
    expect((await act(path, 'cancel', keyed)).headers.get('idempotent-replayed')).toBeNull();
    expect((await act(path, 'cancel', keyed)).headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('400 and 422', () => {
  test.each(['end', 'cancel'])('%s checks key and body', async (verb) => {
    const path = await meeting('created');
    expect((await act(path, verb, { 'idempotency-key': 'é' })).json.code).toBe(
      'idempotency_key_invalid',
    );
    expect((await world.call('POST', `${path}/${verb}`, { body: { force: true } })).json.code).toBe(
      'unexpected_body',
    );
  });

  test.each<[string, MeetingState]>([
    ['end', 'in_progress'],
    ['cancel', 'created'],
  ])('%s takes JSON null for no body', async (verb, from) => {
    const path = await meeting(from);
    expect((await world.call('POST', `${path}/${verb}`, { body: null })).status).toBe(200);
  });
});

describe('409', () => {
  // Promise: forbidden, invalid_state, E1
  test.each<[string, MeetingState]>([
    ['end', 'created'],
    ['end', 'cancelled'],
    ['end', 'failed'],
    ['cancel', 'in_progress'],
    ['cancel', 'ending'],
    ['cancel', 'ended'],
    ['cancel', 'failed'],
  ])('%s on a meeting that is %s is refused with its state', async (verb, state) => {
    const reply = await act(await meeting(state), verb);
    expect([reply.status, reply.json.code, reply.json.meetingState]).toEqual([
      409,
      'invalid_state',
      state,
    ]);
  });
});
