import { expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listUtterances } from '../../store/utterance.ts';
import { answerConsent } from '../consent/answer-consent.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { appendUtterances, listWaitingUtterances } from './append-utterance.ts';
import { withoutSpans } from './consented-ranges.ts';
import { openTrack } from './open-track.ts';

const { db } = await testDatabase();
const SECOND = 1_000 * SAMPLES_PER_MS;

// Promise: 152, 153
test('what someone says after declining is not kept, however late the scribe learns of the answer', async () => {
  const { enter, ctx, world, meetingRef } = await hostedMeeting(db, { transcription: 'consent' });
  const ana = await enter('Ana', { consent: 'given' });
  const { participantRef } = ana;
  const startedAt = world.clock.now();
  const track = await openTrack(ctx, {
    meetingRef,
    participantRef,
    mediaTrackSid: 'TR_1',
    startedAt,
  });
  const trackRef = track?.trackRef ?? '';
  world.clock.advance(10);
  await answerConsent(ctx, ana, 'declined');
  world.clock.advance(2);
  await answerConsent(ctx, ana, 'given');
  const said = (from: number, to: number, isForced = false) => ({
    fromSample: from * SECOND,
    toSample: to * SECOND,
    isForced,
  });
  const inside = said(10.5, 11.5);
  const kept = await appendUtterances(ctx, {
    trackRef,
    cuts: [said(1, 4), said(8, 11), inside, said(11.5, 15)],
    // Kept, it would make the transcript partial.
    failed: [inside],
    scannedSamples: 16 * SECOND,
  });
  const clipped = [said(1, 4), said(8, 10, true), said(12, 15)];
  expect(kept).toEqual(clipped);
  const waiting = clipped.map(({ fromSample, toSample }) => ({ fromSample, toSample }));
  expect(await listWaitingUtterances(ctx, meetingRef)).toEqual(
    waiting.map((range) => ({ trackRef, participantRef, ...range })),
  );
  expect((await listUtterances(db, meetingRef)).map(({ state }) => state)).toEqual([
    'cut',
    'cut',
    'cut',
  ]);
});

/** Ranges in ms. */
const ms = (...ranges: [number, number][]) =>
  ranges.map(([from, to]) => ({
    fromSample: from * SAMPLES_PER_MS,
    toSample: to * SAMPLES_PER_MS,
  }));

test.each<[string, [number, number][], [number, number][]]>([
  ['nothing', [], [[1_000, 5_000]]],
  [
    'times before and after it',
    [
      [0, 1_000],
      [5_000, Infinity],
    ],
    [[1_000, 5_000]],
  ],
  ['its end', [[4_000, Infinity]], [[1_000, 4_000]]],
  ['its beginning', [[0, 2_000]], [[2_000, 5_000]]],
  [
    'its middle',
    [[2_000, 3_000]],
    [
      [1_000, 2_000],
      [3_000, 5_000],
    ],
  ],
  [
    'two times in it',
    [
      [2_000, 2_500],
      [3_000, 4_500],
    ],
    [
      [1_000, 2_000],
      [2_500, 3_000],
      [4_500, 5_000],
    ],
  ],
  ['all of it', [[0, Infinity]], []],
  ['all but too little for a word', [[1_299, 4_701]], []],
])('a range without %s', (_, spans, left) => {
  const [range] = ms([1_000, 5_000]);
  const parts = withoutSpans(
    [{ fromSample: 0, toSample: 0, ...range, isForced: false }],
    ms(...spans),
  );
  expect(parts.map(({ fromSample, toSample }) => ({ fromSample, toSample }))).toEqual(ms(...left));
});
