// What a scribe makes of a meeting whose scribe before it ended, here or on another machine whose disk it does not see,
// with a played room and a played recognizer.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import type { AudibleTrack } from '../../core/ports.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { SilenceNote } from '../spool/silence-note.ts';
import { silencePath, spoolPath } from '../spool/spool-path.ts';
import type { Attendance } from './attendance.ts';

const { db } = await testDatabase();
const [root, elsewhere] = await Promise.all([
  mkdtemp(join(tmpdir(), 'parley-resume-')),
  mkdtemp(join(tmpdir(), 'parley-successor-')),
]);
afterAll(() => Promise.all([root, elsewhere].map((path) => rm(path, { recursive: true }))));
afterEach(() => void vi.useRealTimers());

const FRAME_SAMPLES = 800;
const FRAMES = 40;
const AWAY_MS = 30_000;

const meetingOfAna = () => heardMeeting(db, root);
const utterancesOf = (meetingRef: string) => listUtterances(db, meetingRef);
const trackOf = (meetingRef: string) =>
  db
    .selectFrom('track')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .executeTakeFirstOrThrow();

/** A scribe that heard two seconds of `level`. */
async function heardTwoSeconds(level = 1_000) {
  const meeting = await meetingOfAna();
  const first = meeting.attendance();
  await first.resume({ isFlushed: false });
  const sink = first.hearTrack(meeting.track);
  for (let i = 0; i < FRAMES; i++) sink.write(new Int16Array(FRAME_SAMPLES).fill(level));
  return { ...meeting, first };
}

/** Half a minute after a scribe is gone another one takes the meeting up. What it reports lost. */
async function afterAnAbsence(level: number, more: { isFlushed?: boolean; isBack?: boolean } = {}) {
  const {
    meetingRef,
    clock,
    attendance,
    track: heard,
    toldLostMs,
    first,
  } = await heardTwoSeconds(level);
  await first.flush();
  await first.close();
  clock.advance(AWAY_MS / 1_000);
  const second = attendance();
  await second.resume({ isFlushed: more.isFlushed ?? false });
  if (more.isBack)
    second.hearTrack({ ...heard, wasThere: true }).write(new Int16Array(FRAME_SAMPLES).fill(level));
  await second.flush();
  await second.close();
  return { lost: await utterancesOf(meetingRef), toldLostMs: toldLostMs() };
}

test('speech while no scribe listened is reported lost, even if that person is never received again', async () => {
  const {
    lost: [lost, ...more],
  } = await afterAnAbsence(1_000);
  expect(more).toEqual([]);
  expect(lost).toMatchObject({ state: 'lost', from_sample: FRAMES * FRAME_SAMPLES });
  expect((lost?.to_sample ?? 0) - (lost?.from_sample ?? 0)).toBeGreaterThan((AWAY_MS - 5_000) * 16);
});

test('a loss until the person is received again is reported once', async () => {
  const { lost, toldLostMs } = await afterAnAbsence(1_000, { isBack: true });
  const samples = lost.reduce((sum, row) => sum + row.to_sample - row.from_sample, 0);
  expect(samples).toBeGreaterThan((AWAY_MS - 5_000) * 16);
  expect(Math.abs(samples / 16 - toldLostMs)).toBeLessThan(10);
});

test('no loss is reported for a person who was silent, or for a meeting that was received to its end', async () => {
  expect(await afterAnAbsence(0)).toMatchObject({ lost: [] });
  expect(await afterAnAbsence(1_000, { isFlushed: true })).toMatchObject({ lost: [] });
});

test('speech after a broken connection is reported lost, also in silence or if the clock is set back', async () => {
  const { meetingRef, attendance, track } = await meetingOfAna();
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  const sink = scribe.hearTrack(track);
  sink.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await scribe.flush();
  const brokenAtMs = performance.now() - 500;
  sink.writeSilence(FRAME_SAMPLES);
  sink.end();
  const setBack = vi.spyOn(Date, 'now').mockReturnValue(0);
  scribe.noteBreak(brokenAtMs);
  setBack.mockRestore();
  await scribe.flush();
  await scribe.close();
  expect(await utterancesOf(meetingRef)).toMatchObject([{ state: 'lost' }]);
});

test('speech between a track that broke off and the next one of that person is reported lost', async () => {
  const { meetingRef, clock, attendance, track } = await meetingOfAna();
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  const sink = scribe.hearTrack(track);
  sink.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await scribe.flush();
  clock.advance(1);
  sink.writeSilence(FRAME_SAMPLES);
  sink.end();
  scribe.noteBreak(performance.now() - 500);
  clock.advance(1);
  scribe.hearTrack({ ...track, mediaTrackSid: 'TR_2' });
  scribe.hearTrack({ ...track, mediaTrackSid: 'TR_3' });
  await scribe.flush();
  await scribe.close();
  const lost = await utterancesOf(meetingRef);
  const [broken, back] = lost;
  expect(lost).toHaveLength(2);
  expect(Math.abs((back?.from_sample ?? 0) - (broken?.to_sample ?? 0))).toBeLessThanOrEqual(1);
});

test('after a kill the next scribe knows of silence that no spool contains yet', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { meetingRef, attendance, track: heard } = await meetingOfAna();
  const killed = attendance();
  await killed.resume({ isFlushed: false });
  const sink = killed.hearTrack(heard);
  sink.write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  sink.writeSilence(32_000);
  const spoolOf = async () => {
    const row = await db
      .selectFrom('track')
      .select('track_ref')
      .where('meeting_ref', '=', meetingRef)
      .executeTakeFirst();
    const path = row && spoolPath(root, meetingRef, row.track_ref);
    return {
      trackRef: row?.track_ref ?? '',
      samples: path ? (await stat(path).catch(() => ({ size: 0 }))).size / 2 : 0,
    };
  };
  const first = FRAME_SAMPLES + 32_000;
  await until(
    'the first silence is in the spool',
    15_000,
    async () => (await spoolOf()).samples === first,
  );
  const { trackRef } = await spoolOf();
  const notedUntil = async () =>
    (await new SilenceNote(silencePath(root, meetingRef)).read()).get(trackRef)?.toSample;
  for (let second = 1; second <= 3; second++) {
    vi.advanceTimersByTime(1_000);
    sink.writeSilence(16_000);
    await until(
      'the silence is noted',
      15_000,
      async () => (await notedUntil()) === first + second * 16_000,
    );
  }
  expect((await spoolOf()).samples).toBe(first);
  const next = attendance();
  await next.resume({ isFlushed: false });
  expect((await spoolOf()).samples).toBe(first + 48_000);
  await next.close();
  await killed.close();
  expect(await utterancesOf(meetingRef)).toEqual([]);
});

test('a scribe on another machine loses nothing that its predecessor received', async () => {
  const { meetingRef, attendance, track, first } = await heardTwoSeconds();
  await first.handOver();
  await first.close();
  const { scanned_samples: scanned, closed } = await trackOf(meetingRef);
  expect({ scanned, closed }).toEqual({ scanned: FRAMES * FRAME_SAMPLES, closed: false });
  await resumedElsewhere(attendance(elsewhere), track);
  const lost = (await utterancesOf(meetingRef)).filter(({ state }) => state === 'lost');
  expect(lost.length).toBeGreaterThan(0);
  for (const { from_sample: from } of lost) expect(from).toBeGreaterThanOrEqual(scanned);
});

test('a scribe that stops scans again what it could not scan a moment before', async () => {
  const { meetingRef, attendance, track } = await meetingOfAna();
  const { scan } = playedRecognizer();
  const scanOnceAway = vi.fn(scan).mockRejectedValueOnce(new Error('away'));
  const scribe = attendance(root, { recognizer: playedRecognizer({ scan: scanOnceAway }) });
  await scribe.resume({ isFlushed: false });
  scribe.hearTrack(track).write(new Int16Array(FRAME_SAMPLES * FRAMES).fill(1_000));
  await scribe.handOver();
  await scribe.close();
  expect((await trackOf(meetingRef)).scanned_samples).toBe(FRAMES * FRAME_SAMPLES);
});

test('a scribe on another machine misses nothing of a person who left before', async () => {
  const { meetingRef, attendance, track, first } = await heardTwoSeconds();
  await first.handOver();
  await first.close();
  const { started_at: startedAt } = await trackOf(meetingRef);
  await db
    .updateTable('participant')
    .set({ left_at: new Date(startedAt.getTime() + 2_000) })
    .where('participant_ref', '=', track.identity)
    .execute();
  const second = attendance(elsewhere);
  await second.resume({ isFlushed: false });
  await second.flush();
  await second.close();
  expect(await utterancesOf(meetingRef)).toEqual([]);
});

test('when a machine is lost with its disk, nothing that was transcribed is reported lost', async () => {
  const { meetingRef, clock, attendance, track, toldLostMs, first } = await heardTwoSeconds();
  await first.flush();
  await first.close();
  // Heard to its words until shortly before the kill.
  const scanned = (FRAMES - 10) * FRAME_SAMPLES;
  await db
    .updateTable('track')
    .set({ scanned_samples: scanned })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  clock.advance(AWAY_MS / 1_000);
  await resumedElsewhere(attendance(elsewhere), track);
  const gapMs = AWAY_MS - scanned / SAMPLES_PER_MS;
  const lost = (await utterancesOf(meetingRef)).filter(({ state }) => state === 'lost');
  const samples = lost.reduce((sum, row) => sum + row.to_sample - row.from_sample, 0);
  expect(samples / SAMPLES_PER_MS).toBeGreaterThan(gapMs - 1_000);
  expect(samples / SAMPLES_PER_MS).toBeLessThanOrEqual(gapMs + 1_000);
  expect(toldLostMs()).toBeLessThanOrEqual(gapMs + 1_000);
  for (const { from_sample: from } of lost) expect(from).toBeGreaterThanOrEqual(scanned);
});

/** The successor hears the track again. */
async function resumedElsewhere(second: Attendance, track: AudibleTrack): Promise<void> {
  await second.resume({ isFlushed: false });
  second.hearTrack({ ...track, wasThere: true }).write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  await second.flush();
  await second.close();
}
