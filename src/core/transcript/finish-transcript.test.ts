import { beforeEach, describe, expect, it } from 'vitest';
import { coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../participant/note-connected.ts';
import type { LogFields } from '../ports.ts';
import { appendUtterances, noteAudioLost, noteWords } from './append-utterance.ts';
import { finishTranscript, partialTranscript } from './finish-transcript.ts';
import { type KnownTrack, openTrack } from './open-track.ts';
import { noteCaptureDone, noteCaptureFlushed } from './capture.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const ENGINE = { name: 'moonshine', model: 'moonshine-tiny-en', quality: 'standard' } as const;

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

async function outcome() {
  const { status, result, reason, content } = await scene.artifact(meetingRef, 'transcript');
  return { status, result, reason, content: content as TranscriptContent | null };
}

describe('a transcript', () => {
  // Promise: M9, 115
  it('waits for the capture, and is complete when every range is decoded', async () => {
    const track = await hearTrack();
    await say(track, 16_000, 'We ship on Friday.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 80_000,
      closed: true,
    });
    await end();
    expect((await scene.meeting(meetingRef)).state).toBe('ended');
    expect((await outcome()).status).toBe('processing');
    await noteCaptureDone(scene.ctx, meetingRef, ENGINE);
    await scene.work();
    expect(await outcome()).toEqual({
      status: 'available',
      result: 'complete',
      reason: null,
      content: {
        languageCode: 'en',
        durationMs: 60_000,
        engine: ENGINE,
        speakers: [
          { speakerRef: 's1', displayName: 'Ana', participantRef: expect.stringMatching(/^pt_/) },
        ],
        gaps: [],
        segments: [
          {
            segmentRef: 'sg_1',
            speakerRef: 's1',
            startMs: 1_300,
            endMs: 2_700,
            text: 'We ship on Friday.',
            languageCode: 'en',
            utteranceRefs: [expect.stringMatching(/^trk_.*-16000$/)],
          },
        ],
      },
    });
  });

  it.each<[string, (track: KnownTrack) => Promise<void>, string, string]>([
    [
      'partial when a range cannot be decoded',
      (track) => say(track, 96_000, null),
      'partial',
      'processing_failed',
    ],
    [
      'partial when audio was lost',
      (track) =>
        noteAudioLost(scene.ctx, track.trackRef, { fromSample: 96_000, toSample: 112_000 }),
      'partial',
      'audio_missing',
    ],
  ])('is %s', async (_title, harm, result, reason) => {
    const track = await hearTrack();
    await say(track, 16_000, 'Hello there.');
    await harm(track);
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 160_000,
      closed: true,
    });
    await end();
    await noteCaptureDone(scene.ctx, meetingRef, ENGINE);
    await scene.work();
    expect(await outcome()).toMatchObject({
      result,
      reason,
      content: { segments: [{ text: 'Hello there.' }] },
    });
  });

  it('names in the log where words are missing, and whose', async () => {
    const track = await hearTrack();
    await say(track, 16_000, 'Hello there.');
    await say(track, 96_000, null);
    await noteAudioLost(scene.ctx, track.trackRef, { fromSample: 144_000, toSample: 152_000 });
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 160_000,
      closed: true,
    });
    await end();
    await noteCaptureDone(scene.ctx, meetingRef, ENGINE);
    const named: LogFields[] = [];
    await finishTranscript(
      { ...scene.ctx, log: { ...silentLog, warn: (_, fields = {}) => void named.push(fields) } },
      { meetingRef },
    );
    expect(
      named.map(({ startMs, endMs, ...whose }) => [whose.participantRef, startMs, endMs]),
    ).toEqual([
      [participantRef, 6_000, 8_000],
      [participantRef, 9_000, 9_500],
    ]);
  });

  // Promise: 22
  it('is empty, without an engine, when nobody said a word', async () => {
    const track = await hearTrack();
    await say(track, 16_000, '');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 80_000,
      closed: true,
    });
    await end();
    await noteCaptureDone(scene.ctx, meetingRef, ENGINE);
    await scene.work();
    expect(await outcome()).toMatchObject({
      result: 'empty',
      reason: 'no_speech',
      content: { engine: null, segments: [], languageCode: null },
    });
  });

  it('is finished once, however often the task runs', async () => {
    const track = await hearTrack();
    await say(track, 16_000, 'Hello there.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 80_000,
      closed: true,
    });
    await end();
    await noteCaptureDone(scene.ctx, meetingRef, ENGINE);
    await Promise.all(Array.from({ length: 5 }, () => finishTranscript(scene.ctx, { meetingRef })));
    const { version } = await scene.artifact(meetingRef, 'transcript');
    expect(await finishTranscript(scene.ctx, { meetingRef })).toEqual({ done: true });
    expect((await scene.artifact(meetingRef, 'transcript')).version).toBe(version);
  });

  // Promise: A4
  it('has at the deadline what was recognized so far', async () => {
    expect(await partialTranscript(scene.ctx, meetingRef)).toMatchObject({
      hasWords: false,
      content: { segments: [] },
    });
    await say(await hearTrack(), 16_000, 'Hello there.');
    expect(await partialTranscript(scene.ctx, meetingRef)).toMatchObject({
      hasWords: true,
      content: { segments: [{ text: 'Hello there.' }] },
    });
  });
});
