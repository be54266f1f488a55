// While the connection for notices is broken, whatever it would have carried is lost.
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { breakListeners } from '../../../dev/world/service/break-listeners.ts';
import { liveMeeting } from '../../../dev/world/service/live-meeting.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { keyIdOf } from '../../core/api-key/key-format.ts';

const world = await serverWorld();
const { db } = world.ctx;
/** Less than the 30 s for which the read is held. */
const SOON_MS = 20_000;

// Promise: 47
test('a held read whose notice was lost answers when the connection is back', async () => {
  const { meetingRef, key } = await liveMeeting(world);
  const path = `/v1/meetings/${meetingRef}`;
  const etag = (await world.call('GET', path, { key })).headers.get('etag') ?? '';
  const waitFor = vi.spyOn(world.held, 'waitFor');
  const headers = { 'if-none-match': etag, prefer: 'wait=30' };
  const reply = world.call('GET', path, { key, headers });
  await vi.waitFor(() => expect(waitFor).toHaveBeenCalled(), { timeout: SOON_MS });
  // Its first read is over by the time that another one is.
  await world.call('GET', path, { key });
  const change = { title: 'Changed', version: sql<number>`version + 1` };
  await db.updateTable('meeting').set(change).where('meeting_ref', '=', meetingRef).execute();
  const changedAt = performance.now();
  await breakListeners(db);
  expect((await reply).json).toMatchObject({ title: 'Changed' });
  expect(performance.now() - changedAt).toBeLessThan(SOON_MS);
});

test('a key whose revocation was not noticed is refused when the connection is back', async () => {
  const key = await world.key();
  const status = async () => (await world.call('GET', '/v1/meetings', { key })).status;
  expect(await status()).toBe(200);
  const revocation = { revoked_at: world.clock.now() };
  const keyId = keyIdOf(key) ?? '';
  await db.updateTable('api_key').set(revocation).where('key_id', '=', keyId).execute();
  expect(await status()).toBe(200);
  await breakListeners(db);
  await expect.poll(status, { timeout: SOON_MS }).toBe(401);
});
