import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { heardMeeting } from '../../../dev/world/speech/heard-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { HeldRoom } from './held-room.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-time-'));
afterAll(() => rm(root, { recursive: true }));

const HOUR_SECONDS = 3_600;
const FRAME = new Int16Array(320).fill(1_000);

test('tracks begin at the time of the database, also after this machine slept or its clock was set', async () => {
  const { meetingRef, clock, attendance, track } = await heardMeeting(db, root);
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  const begun: Date[] = [];
  for (const mediaTrackSid of ['TR_1', 'TR_2']) {
    clock.advance(HOUR_SECONDS);
    begun.push(clock.now());
    scribe.hearTrack({ ...track, mediaTrackSid }).write(FRAME);
  }
  await scribe.flush();
  await scribe.close();
  const rows = await db
    .selectFrom('track')
    .select('started_at')
    .where('meeting_ref', '=', meetingRef)
    .orderBy('media_track_sid')
    .execute();
  expect(rows.map((row) => row.started_at)).toEqual(begun);
});

test('a standby keeps sound by the time of the database', async () => {
  const { clock, track } = await heardMeeting(db, root);
  const listener = { prepare: () => {}, join: () => Promise.reject(new Error('not joined')) };
  const room = new HeldRoom(listener, clock);
  clock.advance(HOUR_SECONDS);
  room.hearTrack(track, { wasUnheard: false }).write(FRAME);
  const [held] = room.take().tracks;
  expect(held?.recent.startedAtMs).toBe(clock.now().getTime());
});
