import { expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { openStore } from '../../store/open-store.ts';
import { listUtterances } from '../../store/utterance.ts';
import { answerConsent } from '../consent/answer-consent.ts';
import { SAMPLES_PER_MS } from '../sound.ts';
import { appendUtterances, noteAudioLost } from './append-utterance.ts';
import { withoutSpans } from './consented-ranges.ts';
import { openTrack } from './open-track.ts';

const { db, url } = await testDatabase();
const SECOND = 1_000 * SAMPLES_PER_MS;

const said = (from: number, to: number, isForced = false) => ({
  fromSample: from * SECOND,
  toSample: to * SECOND,
  isForced,
});

/** Ana's track. She declines after 10 s and agrees again 2 s later. */
async function declinedForMoments() {
  const { enter, ctx, world, meetingRef } = await hostedMeeting(db, { transcription: 'consent' });
  const ana = await enter('Ana', { consent: 'given' });
  const { participantRef } = ana;
  const startedAt = world.clock.now();
  const heard = { meetingRef, participantRef, mediaTrackSid: 'TR_1', startedAt };
  const { trackRef = '' } = (await openTrack(ctx, heard)) ?? {};
  world.clock.advance(10);
  await answerConsent(ctx, ana, 'declined');
  world.clock.advance(2);
  await answerConsent(ctx, ana, 'given');
  const rows = async () =>
    (await listUtterances(db, meetingRef)).map((row) => [
      row.state,
      row.from_sample / SECOND,
      row.to_sample / SECOND,
    ]);
  return { ctx, trackRef, rows };
}

// Promise: 152, 153
test('what someone says after declining is not kept, however late the scribe learns of the answer', async () => {
  const { ctx, trackRef, rows } = await declinedForMoments();
  const inside = said(10.5, 11.5);
  const kept = await appendUtterances(ctx, {
    trackRef,
    cuts: [said(1, 4), said(8, 11), inside, said(11.5, 15)],
    // Kept, it would make the transcript partial.
    failed: [inside],
    scannedSamples: 16 * SECOND,
  });
  expect(kept).toEqual([said(1, 4), said(8, 10, true), said(12, 15)]);
  expect(await rows()).toEqual([
    ['cut', 1, 4],
    ['cut', 8, 10],
    ['cut', 12, 15],
  ]);
});

test('the answers of a speaker are read in the statement that holds the track, whatever is written', async () => {
  const { ctx, trackRef } = await declinedForMoments();
  const asked: string[] = [];
  const watched = openStore(url, 1, { log: ({ query }) => void asked.push(query.sql) });
  const [cuts, failed] = [[said(1, 4), said(5, 9)], [said(13, 14)]];
  await appendUtterances(
    { ...ctx, db: watched },
    { trackRef, cuts, failed, scannedSamples: 16 * SECOND },
  );
  await watched.destroy();
  const selects = asked.filter((query) => query.startsWith('select'));
  expect(selects).toEqual([expect.stringMatching(/"track".*"consent_answer".*for key share/)]);
});

// Promise: 152
test('sound that was lost after its speaker had declined does not make the transcript partial', async () => {
  const { ctx, trackRef, rows } = await declinedForMoments();
  await noteAudioLost(ctx, trackRef, said(10.5, 11.5));
  await noteAudioLost(ctx, trackRef, said(9, 11));
  expect(await rows()).toEqual([['lost', 9, 10]]);
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
