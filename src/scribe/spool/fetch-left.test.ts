// A scribe takes up a meeting with ranges of speech that are not decoded yet. Their sound is on the disk of the machine
// before, and maybe in object storage.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptObjects } from '../../../dev/world/service/object-store.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { heardMeeting } from '../../../dev/world/speech/heard-meeting.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { giveUpArtifact } from '../../core/artifact/give-up-artifact.ts';
import { endMeeting } from '../../core/meeting/end-meeting.ts';
import type { ObjectStorePort, SpoolRange } from '../../core/ports.ts';
import {
  appendUtterances,
  listWaitingUtterances,
  noteWords,
} from '../../core/transcript/append-utterance.ts';
import { noteCaptureFlushed } from '../../core/transcript/capture.ts';
import { listKnownTracks } from '../../core/transcript/open-track.ts';
import { attendMeeting, type Scribe } from '../session/attend-meeting.ts';
import { RecentSound } from './recent-sound.ts';
import { SpoolCopies } from './spool-copies.ts';

const { db } = await testDatabase();
const [root, elsewhere] = await Promise.all([
  mkdtemp(join(tmpdir(), 'parley-left-')),
  mkdtemp(join(tmpdir(), 'parley-successor-')),
]);
afterAll(() => Promise.all([root, elsewhere].map((path) => rm(path, { recursive: true }))));

const SECOND = 16_000;

async function secondsOfSoundIn({ path, fromSample, toSample }: SpoolRange): Promise<number> {
  const bytes = (await readFile(path)).subarray(fromSample * 2, toSample * 2);
  const sound = new Int16Array(Uint8Array.from(bytes).buffer).filter((sample) => sample !== 0);
  return sound.length / SECOND;
}

/** Writes how many of the requested samples are sound. */
const recognizer = playedRecognizer({
  transcribe: async (range) => ({
    text: `${await secondsOfSoundIn(range)} s`,
    languageCode: 'en',
  }),
});

/** Another machine's scribe, which takes up a meeting whose room is over. */
const successor = (spoolStore: ObjectStorePort, engines: Partial<Scribe> = {}) =>
  attendMeeting({
    recognizer,
    listener: { prepare: () => {}, join: () => Promise.reject(new Error('the room is over')) },
    spoolRoot: elsewhere,
    spoolStore,
    onDisk: () => {},
    ...engines,
  });

const secondOfSound = () => new Int16Array(SECOND).fill(1_000);

/** A scribe wrote ten seconds of sound, copied and scanned so many of them, and left these ranges undecoded. */
async function leftUndecoded({
  ranges = [
    [1, 3],
    [6, 8],
  ] as readonly (readonly [number, number])[],
  closed = true,
  copied = 10,
  scanned = 10,
} = {}) {
  const meeting = await heardMeeting(db, root);
  const { ctx, meetingRef } = meeting;
  const kept = keptObjects();
  const first = meeting.attendance();
  await first.resume({ isFlushed: false });
  const sink = first.hearTrack(meeting.track);
  for (let second = 0; second < 10; second += 1) sink.write(secondOfSound());
  await first.flush();
  const [known] = await listKnownTracks(ctx, meetingRef);
  if (!known) throw new Error('no track');
  const { trackRef, startedAt } = known;
  const cuts = ranges.map(([from, to]) => ({
    fromSample: from * SECOND,
    toSample: to * SECOND,
    isForced: false,
  }));
  await appendUtterances(ctx, { trackRef, cuts, scannedSamples: scanned * SECOND, closed });
  await first.close();
  const copies = new SpoolCopies({
    store: kept.store,
    spoolRoot: root,
    meetingRef,
    log: ctx.log,
    onStore: () => {},
  });
  await copies.settle([{ trackRef, samples: copied * SECOND }]);
  const decoded = async () => {
    const rows = await db
      .selectFrom('utterance')
      .select(['state', 'text'])
      .where('track_ref', '=', trackRef)
      .where('state', '!=', 'lost')
      .orderBy('from_sample')
      .execute();
    return rows.map(({ state, text }) => text ?? state);
  };
  /** What the next scribe makes of it. */
  const takenUp = async (spoolRoot: string) => {
    const next = meeting.attendance(spoolRoot, { recognizer, spoolStore: kept.store });
    await next.resume({ isFlushed: true });
    await next.drain();
    await next.close();
    return decoded();
  };
  return { ...meeting, ...kept, startedAt, decoded, takenUp };
}

test('after the meeting the next scribe waits for its sound, even if the storage fails at first', async () => {
  const { store, takenUp } = await leftUndecoded();
  const { get } = store;
  let failures = 2;
  store.get = (key) => (failures-- > 0 ? Promise.reject(new Error('reset')) : get(key));
  expect(await takenUp(elsewhere)).toEqual(['2 s', '2 s']);
});

test('a range whose sound was never copied fails instead of passing for silence', async () => {
  const { takenUp } = await leftUndecoded({ copied: 5 });
  expect(await takenUp(elsewhere)).toEqual(['2 s', 'failed']);
});

test('on the machine that has the sound nothing waits for the storage', async () => {
  const { state, takenUp } = await leftUndecoded();
  state.isAway = true;
  expect(await takenUp(root)).toEqual(['2 s', '2 s']);
});

test('what was not even scanned of a track is fetched and scanned', async () => {
  const { store, attendance } = await leftUndecoded({ ranges: [], closed: false, scanned: 4 });
  const scanned: number[] = [];
  const scanning = playedRecognizer({
    scan: async (range) => {
      scanned.push(await secondsOfSoundIn(range));
      return { speech: new Uint8Array(), level: new Float32Array() };
    },
  });
  const next = attendance(elsewhere, { recognizer: scanning, spoolStore: store });
  await next.resume({ isFlushed: true });
  await next.drain();
  await next.close();
  expect(scanned.at(-1)).toBe(6);
});

test('what a stopping scribe received is in the storage', async () => {
  const { attendance, track } = await heardMeeting(db, root);
  const { store, objects } = keptObjects();
  const scribe = attendance(root, { spoolStore: store });
  await scribe.resume({ isFlushed: false });
  scribe.hearTrack(track).write(secondOfSound());
  await scribe.handOver();
  const bytes = [...objects.values()].reduce((sum, object) => sum + object.length, 0);
  expect(bytes).toBe(2 * SECOND);
  await scribe.close();
});

test('a second pass also hears what another machine recorded', async () => {
  const { ctx, actor, meetingRef, store } = await leftUndecoded({ ranges: [[1, 3]], scanned: 10 });
  const [waiting] = await listWaitingUtterances(ctx, meetingRef);
  if (!waiting) throw new Error('no range');
  await noteWords(ctx, waiting, { text: 'Live words.', languageCode: 'en' });
  await endMeeting(ctx, { actor, meetingRef, call: null });
  await noteCaptureFlushed(ctx, meetingRef);
  const attend = successor(store, { recognizer: playedRecognizer(), second: recognizer });
  await attend(ctx, { ref: meetingRef }, new AbortController().signal);
  const rows = await db
    .selectFrom('utterance')
    .select('second_text')
    .where('track_ref', '=', waiting.trackRef)
    .execute();
  expect(rows).toEqual([{ second_text: '2 s' }]);
});

test('the wait for sound ends when the transcript is finished without it', async () => {
  const { ctx, actor, work, meetingRef, store, decoded } = await leftUndecoded();
  await endMeeting(ctx, { actor, meetingRef, call: null });
  await noteCaptureFlushed(ctx, meetingRef);
  await work();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  store.list = () => {
    ask();
    return Promise.reject(new Error('the storage is away'));
  };
  const attended = successor(store)(ctx, { ref: meetingRef }, new AbortController().signal);
  await asked;
  await giveUpArtifact(ctx, {
    meetingRef,
    kind: 'transcript',
    reason: 'deadline_exceeded',
    isLastAttempt: false,
  });
  await attended;
  expect(await decoded()).toEqual(['cut', 'cut']);
});

test('without storage, what it received itself is transcribed, and the rest fails', async () => {
  const ranges = [
    [1, 3],
    [4, 7],
    [7, 9],
  ] as const;
  const { attendance, track, startedAt, decoded } = await leftUndecoded({ ranges, closed: false });
  const next = attendance(elsewhere);
  const recent = new RecentSound(startedAt.getTime() + 5_000);
  for (let second = 5; second < 10; second += 1) recent.write(secondOfSound());
  const held = { tracks: [{ track, wasUnheard: false, recent, handTo: () => {} }] };
  await next.resume({ isFlushed: false, held });
  await next.drain();
  expect(await decoded()).toEqual(['failed', 'failed', 'no_words']);
  await next.close();
});

test('without storage, everything fails if it received nothing itself', async () => {
  const { attendance, track, decoded } = await leftUndecoded({ ranges: [[1, 3]], closed: false });
  const next = attendance(elsewhere);
  await next.resume({ isFlushed: false });
  next.hearTrack(track).write(secondOfSound());
  await next.drain();
  expect(await decoded()).toEqual(['failed']);
  await next.close();
});

test('without storage, everything fails of a person whose track was scanned to its end before', async () => {
  const { attendance, decoded } = await leftUndecoded({ ranges: [[1, 3]] });
  const next = attendance(elsewhere);
  await next.resume({ isFlushed: true });
  await next.drain();
  expect(await decoded()).toEqual(['failed']);
  await next.close();
});

test('on the same machine all of it is transcribed', async () => {
  const { attendance, decoded } = await leftUndecoded({ ranges: [[1, 3]], closed: false });
  const next = attendance();
  await next.resume({ isFlushed: false });
  await next.drain();
  expect(await decoded()).toEqual(['no_words']);
  await next.close();
});
