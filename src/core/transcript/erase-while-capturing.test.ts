import { beforeEach, describe, expect, it } from 'vitest';
import { coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listUtterances } from '../../store/utterance.ts';
import { eraseArtifact } from '../artifact/erase-artifact.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { appendUtterances, noteAudioLost, noteWords } from './append-utterance.ts';
import { type KnownTrack, openTrack } from './open-track.ts';
import { noteCaptureFlushed } from './capture.ts';
import { TranscriptGone } from './read-transcript.ts';

const { db } = await testDatabase();

let scene: CoreScene;

let meetingRef: string;

let participantRef: string;

beforeEach(async () => {
  scene = coreScene(db);
  const link = await scene.newMeeting();
  meetingRef = link.meetingRef;
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  participantRef = admission.participantRef;
  await noteConnected(scene.ctx, admission);
});

async function hearTrack(mediaTrackSid = 'TR_1'): Promise<KnownTrack> {
  const track = await openTrack(scene.ctx, {
    meetingRef,
    participantRef,
    mediaTrackSid,
    startedAt: scene.clock.now(),
  });
  if (!track) throw new Error('no track');
  return track;
}

async function say(track: KnownTrack, fromSample: number, text: string | null): Promise<void> {
  await appendUtterances(scene.ctx, {
    trackRef: track.trackRef,
    cuts: [{ fromSample, toSample: fromSample + 32_000, isForced: false }],
    scannedSamples: fromSample + 40_000,
  });
  await noteWords(
    scene.ctx,
    { trackRef: track.trackRef, fromSample },
    text === null ? null : { text, languageCode: 'en' },
  );
}

/** Ends the meeting with its capture flushed, and runs the tasks that become due. */
async function end(): Promise<void> {
  scene.clock.advance(60);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  await noteCaptureFlushed(scene.ctx, meetingRef);
  await scene.work();
}

it('how long somebody spoke is known until the transcript is erased', async () => {
  const request = { actor: scene.actor, meetingRef };
  const spokeMs = async () =>
    (await readParticipant(scene.ctx, { ...request, participantRef })).spokeMs;
  await say(await hearTrack(), 16_000, 'Hello there.');
  await end();
  expect(await spokeMs()).toBe(2_000);
  await eraseArtifact(scene.ctx, { ...request, kind: 'transcript' });
  expect(await spokeMs()).toBeNull();
});

describe('an erasure while a scribe still works', () => {
  async function erased(): Promise<KnownTrack> {
    const track = await hearTrack();
    await say(track, 16_000, 'Hello there.');
    await end();
    await eraseArtifact(scene.ctx, { actor: scene.actor, meetingRef, kind: 'transcript' });
    return track;
  }
  const nothingIsLeft = async () => expect(await listUtterances(db, meetingRef)).toEqual([]);

  it('refuses what the scribe still reports, and tells it so', async () => {
    const track = await erased();
    const progress = {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 96_000, toSample: 112_000, isForced: false }],
      scannedSamples: 160_000,
    };
    await expect(appendUtterances(scene.ctx, progress)).rejects.toThrow(TranscriptGone);
    await expect(appendUtterances(scene.ctx, { ...progress, cuts: [] })).rejects.toThrow(
      TranscriptGone,
    );
    await expect(
      noteAudioLost(scene.ctx, track.trackRef, { fromSample: 0, toSample: 16_000 }),
    ).rejects.toThrow(TranscriptGone);
    expect(
      await noteWords(
        scene.ctx,
        { trackRef: track.trackRef, fromSample: 16_000 },
        { text: 'Hi.', languageCode: 'en' },
      ),
    ).toBe(false);
    await nothingIsLeft();
  });

  it('prevents new tracks', async () => {
    await erased();
    const late = {
      meetingRef,
      participantRef,
      mediaTrackSid: 'TR_2',
      startedAt: scene.clock.now(),
    };
    expect(await openTrack(scene.ctx, late)).toBeNull();
    await nothingIsLeft();
  });
});
