import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { keptObjects } from '../../dev/world/service/object-store.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { heardMeeting } from '../../dev/world/speech/heard-meeting.ts';
import { listKnownTracks } from '../core/transcript/open-track.ts';
import { healthReport, type ScribeHealth } from './health-report.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'parley-health-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A report, and what it said last. */
function reporting() {
  const told: ScribeHealth[] = [];
  const report = healthReport((health) => void told.push(health));
  report.recognizer(
    { status: 'ok', detail: null },
    { name: 'test', model: '', quality: 'standard' },
  );
  return { report, status: () => told.at(-1)?.status };
}

it('a fault lasts until all that reported it work again', () => {
  const { report, status } = reporting();
  report.disk(false, 'trk_1');
  report.disk(false, 'trk_2');
  report.disk(true, 'trk_1');
  expect(status()).toBe('degraded');
  report.disk(true, 'trk_2');
  expect(status()).toBe('ok');
});

it('a storage or a disk that failed to the end of a meeting is no fault any more after it', async () => {
  const { report, status } = reporting();
  const { ctx, meetingRef, attendance, track } = await heardMeeting(db, folder);
  const { store, state } = keptObjects();
  state.isAway = true;
  const scribe = attendance(folder, {
    spoolStore: store,
    onStore: report.store,
    onDisk: report.disk,
  });
  await scribe.resume({ isFlushed: false });
  scribe.hearTrack(track).write(new Int16Array(16_000).fill(1_000));
  await scribe.handOver();
  const [known] = await listKnownTracks(ctx, meetingRef);
  report.disk(false, known?.trackRef ?? '');
  expect(status()).toBe('degraded');
  await scribe.close();
  await expect.poll(status).toBe('ok');
});
