// A scribe on another machine, which does not see the disk of the one before, finds ranges of speech without words.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { appendUtterances } from '../../core/transcript/append-utterance.ts';
import { RecentSound } from '../spool/recent-sound.ts';

const { db } = await testDatabase();
const [root, elsewhere] = await Promise.all([
  mkdtemp(join(tmpdir(), 'parley-absent-')),
  mkdtemp(join(tmpdir(), 'parley-successor-')),
]);
afterAll(() => Promise.all([root, elsewhere].map((path) => rm(path, { recursive: true }))));

const SECOND = 16_000;
const secondOfSound = () => new Int16Array(SECOND).fill(1_000);

/** A scribe wrote ten seconds and left these ranges, in seconds, without words. */
async function leftWaiting(ranges: readonly (readonly [number, number])[], closed = false) {
  const meeting = await heardMeeting(db, root);
  const first = meeting.attendance();
  await first.resume({ isFlushed: false });
  const sink = first.hearTrack(meeting.track);
  for (let second = 0; second < 10; second += 1) sink.write(secondOfSound());
  await first.flush();
  const { track_ref: trackRef, started_at: startedAt } = await db
    .selectFrom('track')
    .selectAll()
    .where('meeting_ref', '=', meeting.meetingRef)
    .executeTakeFirstOrThrow();
  const cuts = ranges.map(([from, to]) => ({
    fromSample: from * SECOND,
    toSample: to * SECOND,
    isForced: false,
  }));
  await appendUtterances(meeting.ctx, { trackRef, cuts, scannedSamples: 10 * SECOND, closed });
  await first.close();
  const states = async () => {
    const rows = await listUtterances(db, meeting.meetingRef);
    return rows.filter(({ state }) => state !== 'lost').map(({ state }) => state);
  };
  return { ...meeting, startedAt, states };
}

test('what it received itself is transcribed, and the rest fails instead of passing for silence', async () => {
  const ranges = [
    [1, 3],
    [4, 7],
    [7, 9],
  ] as const;
  const { attendance, track, startedAt, states } = await leftWaiting(ranges);
  const next = attendance(elsewhere);
  const recent = new RecentSound(startedAt.getTime() + 5_000);
  for (let second = 5; second < 10; second += 1) recent.write(secondOfSound());
  const held = { tracks: [{ track, wasUnheard: false, recent, handTo: () => {} }] };
  await next.resume({ isFlushed: false, held });
  await next.drain();
  expect(await states()).toEqual(['failed', 'failed', 'no_words']);
  await next.close();
});

test('everything fails if it received nothing itself', async () => {
  const { attendance, track, states } = await leftWaiting([[1, 3]]);
  const next = attendance(elsewhere);
  await next.resume({ isFlushed: false });
  next.hearTrack(track).write(secondOfSound());
  await next.drain();
  expect(await states()).toEqual(['failed']);
  await next.close();
});

test('everything fails of a person whose track was scanned to its end before', async () => {
  const { attendance, states } = await leftWaiting([[1, 3]], true);
  const next = attendance(elsewhere);
  await next.resume({ isFlushed: true });
  await next.drain();
  expect(await states()).toEqual(['failed']);
  await next.close();
});

test('on the same machine all of it is transcribed', async () => {
  const { attendance, states } = await leftWaiting([[1, 3]]);
  const next = attendance();
  await next.resume({ isFlushed: false });
  await next.drain();
  expect(await states()).toEqual(['no_words']);
  await next.close();
});
