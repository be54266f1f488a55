import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { playedRecognizer } from '../../../dev/world/speech/played-recognizer.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { type Attending, LeaseOver } from '../../core/transcript/append-utterance.ts';
import { listKnownTracks } from '../../core/transcript/open-track.ts';
import { AttendedTracks } from './attended-tracks.ts';
import { AudioLosses } from './audio-losses.ts';
import { MeetingSpeech } from '../captions/meeting-speech.ts';
import { ScanProgress } from '../captions/scan-progress.ts';
import { SilenceNote } from '../spool/silence-note.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'parley-tracks-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A meeting of Ana, whose tracks are attended, each on the path that `pathOf` says. */
async function meetingOfAna(pathOf = (trackRef: string) => join(folder, trackRef)) {
  const { ctx, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const { participantRef } = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const disk: boolean[] = [];
  const { signal } = new AbortController();
  const hearing = {
    ctx,
    recognizer: playedRecognizer(),
    meetingRef,
    signal,
    pathOf,
    spoken: { languageCode: null, terms: [] },
  };
  const tracks = (run: Attending = null) =>
    new AttendedTracks({
      ...hearing,
      run,
      onDisk: (works) => disk.push(works),
      losses: new AudioLosses({ ...hearing, spoolRoot: folder }),
      silences: new SilenceNote(join(folder, 'silence.json')),
      speech: new MeetingSpeech(hearing),
      progress: new ScanProgress(ctx),
    });
  const heard = {
    identity: participantRef,
    mediaTrackSid: 'TR_1',
    wasThere: false,
    isMuted: () => false,
  };
  return { ctx, meetingRef, tracks, heard, disk };
}

const START = new Date();

it('opens a track once, however often that is requested', async () => {
  const { tracks: attended, heard } = await meetingOfAna();
  const tracks = attended();
  const [one, same] = await Promise.all([
    tracks.open(heard, START),
    tracks.open(heard, new Date(0)),
  ]);
  expect(one).not.toBe(null);
  expect(same).toBe(one);
  expect([...tracks]).toEqual([one]);
  await one?.spool.close();
});

it('continues a track in the row and the spool of an earlier scribe', async () => {
  const { ctx, meetingRef, tracks, heard } = await meetingOfAna();
  const before = await tracks().open(heard, START);
  before?.spool.writeSilence(16_000);
  await before?.spool.close();
  const after = tracks();
  const [known] = await listKnownTracks(ctx, meetingRef);
  const resumed = known && (await after.attend(known));
  expect(await after.open(heard, new Date())).toBe(resumed);
  expect([resumed?.spool.path, resumed?.spool.startedAtMs, resumed?.spool.written]).toEqual([
    before?.spool.path,
    START.getTime(),
    16_000,
  ]);
  await resumed?.spool.close();
});

it('attends only participants of the meeting', async () => {
  const { tracks: attended, heard } = await meetingOfAna();
  const tracks = attended();
  expect(await tracks.open({ ...heard, identity: 'pt_unknown' }, START)).toBe(null);
  expect([...tracks]).toEqual([]);
});

it('opens no track, and does not go on trying, when another scribe has the meeting', async () => {
  const { meetingRef, tracks, heard } = await meetingOfAna();
  const over = { kind: 'attend_meeting', ref: meetingRef, leaseId: randomUUID() } as const;
  await expect(tracks(over).open(heard, START)).rejects.toThrow(LeaseOver);
});

it('reports a disk that does not accept audio', async () => {
  const { tracks, heard, disk } = await meetingOfAna(() => '/dev/full');
  const track = await tracks().open(heard, START);
  track?.spool.write(new Int16Array(1_600).fill(1_000));
  expect(await track?.spool.flush()).toBe(false);
  expect(disk).toEqual([false]);
});
