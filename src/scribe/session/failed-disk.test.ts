import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { SpoolFile } from '../spool/spool-file.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-failed-disk-'));
afterAll(() => rm(root, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const PATIENCE_MS = 30_000;
const FRAME_SAMPLES = 800;

test('a meeting ends although the disk takes nothing any more, after half a minute for all tracks, and reports the loss', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const { meetingRef, attendance, track } = await heardMeeting(db, root);
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  vi.spyOn(SpoolFile.prototype, 'write').mockRejectedValue(new Error('read-only file system'));
  for (const mediaTrackSid of ['TR_1', 'TR_2'])
    scribe.hearTrack({ ...track, mediaTrackSid }).write(new Int16Array(FRAME_SAMPLES).fill(1_000));
  const flushed = scribe.flush();
  vi.advanceTimersByTime(PATIENCE_MS + 1);
  await flushed;
  await scribe.close();
  expect(await listUtterances(db, meetingRef)).toMatchObject([
    { state: 'lost' },
    { state: 'lost' },
  ]);
});
