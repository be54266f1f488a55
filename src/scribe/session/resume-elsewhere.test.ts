// What a scribe makes of a meeting that another machine attended, whose disk it does not see.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';

const { db } = await testDatabase();
const [root, elsewhere] = await Promise.all([
  mkdtemp(join(tmpdir(), 'parley-machine-')),
  mkdtemp(join(tmpdir(), 'parley-successor-')),
]);
afterAll(() => Promise.all([root, elsewhere].map((path) => rm(path, { recursive: true }))));

const FRAME_SAMPLES = 800;
const FRAMES = 40;
const AWAY_MS = 30_000;

test('what a scribe that stops has heard is not lost to its successor on another machine', async () => {
  const { meetingRef, attendance, track } = await heardMeeting(db, root);
  const first = attendance();
  await first.resume({ isFlushed: false });
  const sink = first.hearTrack(track);
  for (let i = 0; i < FRAMES; i++) sink?.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await first.handOver();
  await first.close();
  const { scanned_samples: scanned, closed } = await db
    .selectFrom('track')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();
  expect({ scanned, closed }).toEqual({ scanned: FRAMES * FRAME_SAMPLES, closed: false });
  const second = attendance(elsewhere);
  await second.resume({ isFlushed: false });
  const again = second.hearTrack({ ...track, wasThere: true });
  again?.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await second.flush();
  await second.close();
  const lost = (await listUtterances(db, meetingRef)).filter(({ state }) => state === 'lost');
  expect(lost.length).toBeGreaterThan(0);
  for (const { from_sample: from } of lost) expect(from).toBeGreaterThanOrEqual(scanned);
});

test('after a kill on a machine that is lost with its disk nothing is told as lost that has its words', async () => {
  const { meetingRef, attendance, track, toldLostMs } = await heardMeeting(db, root);
  const first = attendance();
  await first.resume({ isFlushed: false });
  const sink = first.hearTrack(track);
  for (let i = 0; i < FRAMES; i++) sink.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await first.flush();
  await first.close();
  const scanned = (FRAMES - 10) * FRAME_SAMPLES;
  const { track_ref: trackRef, started_at: openedAt } = await db
    .selectFrom('track')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();
  // Half a minute ago, and heard to its words until shortly before the kill.
  const startedAt = new Date(openedAt.getTime() - AWAY_MS);
  await db
    .updateTable('track')
    .set({ started_at: startedAt, scanned_samples: scanned })
    .where('track_ref', '=', trackRef)
    .execute();
  const second = attendance(elsewhere);
  await second.resume({ isFlushed: false });
  const again = second.hearTrack({ ...track, wasThere: true });
  again.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await second.flush();
  const gapMs = Date.now() - startedAt.getTime() - scanned / SAMPLES_PER_MS;
  await second.close();
  const lost = (await listUtterances(db, meetingRef)).filter(({ state }) => state === 'lost');
  const samples = lost.reduce((sum, row) => sum + row.to_sample - row.from_sample, 0);
  expect(samples / SAMPLES_PER_MS).toBeGreaterThan(gapMs - 1_000);
  expect(samples / SAMPLES_PER_MS).toBeLessThanOrEqual(gapMs + 1_000);
  expect(toldLostMs()).toBeLessThanOrEqual(gapMs + 1_000);
  for (const { from_sample: from } of lost) expect(from).toBeGreaterThanOrEqual(scanned);
});
