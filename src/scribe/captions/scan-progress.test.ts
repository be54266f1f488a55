import { expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { openTrack } from '../../core/transcript/open-track.ts';
import { ScanProgress } from './scan-progress.ts';

const { db } = await testDatabase();

async function trackOfAna() {
  const { ctx, clock, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { participantRef } = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const track = await openTrack(ctx, {
    meetingRef: link.meetingRef,
    participantRef,
    mediaTrackSid: 'TR_1',
    startedAt: clock.now(),
  });
  const trackRef = track?.trackRef ?? '';
  const scanned = async () =>
    (
      await db
        .selectFrom('track')
        .select('scanned_samples')
        .where('track_ref', '=', trackRef)
        .executeTakeFirstOrThrow()
    ).scanned_samples;
  const states = async () =>
    (
      await db.selectFrom('utterance').select('state').where('track_ref', '=', trackRef).execute()
    ).map((row) => row.state);
  return { progress: new ScanProgress(ctx), trackRef, scanned, states };
}

it('stores utterances, and how far the track was scanned, before it reports them', async () => {
  const { progress, trackRef, scanned, states } = await trackOfAna();
  await progress.keep({
    trackRef,
    cuts: [{ fromSample: 0, toSample: 16_000, isForced: false }],
    scannedSamples: 20_000,
  });
  expect([await scanned(), await states()]).toEqual([20_000, ['cut']]);
});

it('writes nothing about silence until asked, and then how far the track was scanned', async () => {
  const { progress, trackRef, scanned } = await trackOfAna();
  for (const scannedSamples of [48_000, 96_000])
    await progress.keep({ trackRef, cuts: [], scannedSamples });
  expect(await scanned()).toBe(0);
  progress.write();
  await until('the silence is written down', 15_000, async () => (await scanned()) === 96_000);
});
