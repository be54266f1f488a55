import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptObjects } from '../../../dev/world/service/object-store.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { heardMeeting, listUtterances } from '../../../dev/world/speech/heard-meeting.ts';
import { until } from '../../../dev/world/until.ts';
import { SAMPLES_PER_MS } from '../../core/sound.ts';
import { appendUtterances } from '../../core/transcript/append-utterance.ts';
import { NOTHING_CUT } from '../../core/transcript/cut-utterances.ts';
import { type LeftTrack, listKnownTracks } from '../../core/transcript/open-track.ts';
import { lossPath } from '../spool/spool-path.ts';
import { keepLoss, mayContinue, readLosses } from './audio-losses.ts';

const { db } = await testDatabase();
const [root, elsewhere] = await Promise.all([
  mkdtemp(join(tmpdir(), 'parley-losses-')),
  mkdtemp(join(tmpdir(), 'parley-successor-')),
]);
afterAll(() => Promise.all([root, elsewhere].map((path) => rm(path, { recursive: true }))));

const SECOND = 1_000 * SAMPLES_PER_MS;

/** The `second` of the meeting. */
const at = (second: number) => new Date(Date.parse('2026-11-24T09:00:00.000Z') + second * 1_000);

/** A track of Ana, scanned for ten seconds. */
function trackOf(mediaTrackSid: string, startedAt: Date, more: Partial<LeftTrack> = {}): LeftTrack {
  return {
    trackRef: `trk_${mediaTrackSid}`,
    participantRef: 'ana',
    mediaTrackSid,
    startedAt,
    scannedSamples: 160_000,
    lastCut: NOTHING_CUT,
    closed: false,
    leftAt: null,
    ...more,
  };
}

test.each<[string, boolean, Partial<LeftTrack>, LeftTrack[]]>([
  ['its person is still there', true, {}, []],
  ['its person left then', false, { leftAt: at(10.9) }, []],
  ['its person left later', true, { leftAt: at(12) }, []],
  ['its person changed the microphone then', false, {}, [trackOf('TR_2', at(10.5))]],
  ['its person got another microphone later', true, {}, [trackOf('TR_2', at(15))]],
  [
    'its person got another microphone later, which was received for long',
    false,
    {},
    [trackOf('TR_2', at(15), { scannedSamples: 30_000 * SAMPLES_PER_MS })],
  ],
  [
    'it was shared sound, and its person was received for long afterwards',
    false,
    {},
    [trackOf('TR_2', at(-5), { scannedSamples: 50_000 * SAMPLES_PER_MS })],
  ],
  [
    'another person was received for long afterwards',
    true,
    {},
    [trackOf('TR_2', at(0), { participantRef: 'ben', scannedSamples: 50_000 * SAMPLES_PER_MS })],
  ],
  ['its person shared sound before', true, {}, [trackOf('TR_2', at(5))]],
  ['another began to speak then', true, {}, [trackOf('TR_2', at(10), { participantRef: 'ben' })]],
])('whether a track may continue after what was scanned of it: %s', (_, may, more, others) => {
  const track = trackOf('TR_1', at(0), more);
  expect(mayContinue(track, [track, ...others])).toBe(may);
});

test('a loss is stored by the next scribe when one is killed while the database is away', async () => {
  const { attendance, ctx, track, meetingRef } = await heardMeeting(db, root);
  const state = { isAway: false };
  const kill = new AbortController();
  const killed = attendance(root, {
    ctx: {
      ...ctx,
      get db() {
        if (state.isAway) throw new Error('the database is away');
        return db;
      },
    },
    signal: kill.signal,
  });
  await killed.resume({ isFlushed: false });
  const sink = killed.hearTrack(track);
  sink.writeSilence(SECOND);
  await killed.flush();
  state.isAway = true;
  sink.writeSilence(3 * SECOND);
  sink.noteLost?.(2 * SECOND);
  const kept = () => readLosses(lossPath(root, meetingRef));
  await until('the loss is in the file', 15_000, async () => (await kept()).length === 1);
  kill.abort(new Error('killed'));
  await killed.close();
  const next = attendance();
  await next.resume({ isFlushed: false });
  await next.flush();
  await next.close();
  expect(await listUtterances(db, meetingRef)).toEqual([
    { state: 'lost', from_sample: 2 * SECOND, to_sample: 4 * SECOND },
  ]);
});

test('a loss that only another machine noted is stored, even if no sound is left to transcribe', async () => {
  const { attendance, ctx, track, meetingRef } = await heardMeeting(db, root);
  const { store } = keptObjects();
  const first = attendance(root, { spoolStore: store });
  await first.resume({ isFlushed: false });
  first.hearTrack(track).writeSilence(10 * SECOND);
  await first.flush();
  const [known] = await listKnownTracks(ctx, meetingRef);
  if (!known) throw new Error('no track');
  const { trackRef } = known;
  await appendUtterances(ctx, { trackRef, cuts: [], scannedSamples: 10 * SECOND, closed: true });
  const loss = { fromSample: 2 * SECOND, toSample: 4 * SECOND };
  await keepLoss(lossPath(root, meetingRef), { trackRef, ...loss });
  await first.handOver();
  await first.close();
  const next = attendance(elsewhere, { spoolStore: store });
  await next.resume({ isFlushed: true });
  await next.flush();
  await next.close();
  expect(await listUtterances(db, meetingRef)).toEqual([
    { state: 'lost', from_sample: loss.fromSample, to_sample: loss.toSample },
  ]);
});

test('speech that the network lost counts as lost, in its place', async () => {
  const { attendance, track, meetingRef } = await heardMeeting(db, root);
  const scribe = attendance();
  await scribe.resume({ isFlushed: false });
  const sink = scribe.hearTrack(track);
  sink.write(new Int16Array(SECOND).fill(1_000));
  await scribe.flush();
  sink.writeSilence(3 * SECOND);
  sink.noteLost?.(2 * SECOND);
  sink.write(new Int16Array(SECOND).fill(1_000));
  await scribe.flush();
  await scribe.close();
  expect(await listUtterances(db, meetingRef)).toEqual([
    { state: 'lost', from_sample: 2 * SECOND, to_sample: 4 * SECOND },
  ]);
});

test('each loss is kept beside one that a kill cut off, and a folder without a note has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-note-'));
  const path = join(folder, 'losses.jsonl');
  expect(await readLosses(path)).toEqual([]);
  const [one, other] = ['trk_1', 'trk_2'].map((trackRef) => ({
    trackRef,
    fromSample: 16,
    toSample: 32,
  }));
  if (!one || !other) throw new Error('two losses');
  await keepLoss(path, one);
  await appendFile(path, '\n{"trackRef":"trk_3","from');
  await keepLoss(path, other);
  expect(await readLosses(path)).toEqual([one, other]);
  await rm(folder, { recursive: true });
  await expect(keepLoss(path, one)).resolves.toBeUndefined();
});
