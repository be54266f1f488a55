import { beforeEach, describe, expect, it } from 'vitest';
import { captureScene, type CaptureScene } from '../../../dev/world/speech/capture-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import type { LogFields } from '../ports.ts';
import { appendUtterances, noteAudioLost } from './append-utterance.ts';
import { finishTranscript, partialTranscript } from './finish-transcript.ts';
import type { KnownTrack } from './open-track.ts';
import { noteCaptureDone, refuseCapture } from './capture.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const ENGINE = { name: 'moonshine', model: 'moonshine-base-en', quality: 'standard' } as const;

const { db } = await testDatabase();

let scene: CaptureScene;

beforeEach(async () => {
  scene = await captureScene(db);
});

/** The scribe has decoded everything of the track, which is over. */
async function finishCapture({ trackRef }: KnownTrack): Promise<void> {
  await appendUtterances(scene.ctx, { trackRef, cuts: [], scannedSamples: 160_000, closed: true });
  await scene.end();
  await noteCaptureDone(scene.ctx, scene.meetingRef, ENGINE);
}

async function outcome() {
  const { status, result, reason, content } = await scene.artifact(scene.meetingRef, 'transcript');
  return { status, result, reason, content: content as TranscriptContent | null };
}

describe('a transcript', () => {
  // Promise: M9, 115
  it('waits for the capture, and is complete when every range is decoded', async () => {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'We ship on Friday.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [],
      scannedSamples: 80_000,
      closed: true,
    });
    await scene.end();
    expect((await scene.meeting(scene.meetingRef)).state).toBe('ended');
    expect((await outcome()).status).toBe('processing');
    await noteCaptureDone(scene.ctx, scene.meetingRef, ENGINE);
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

  it('is partial where words are missing, and the log names where, and whose', async () => {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'Hello there.');
    await scene.say(track, 96_000, null);
    await noteAudioLost(scene.ctx, track.trackRef, { fromSample: 144_000, toSample: 152_000 });
    await finishCapture(track);
    const named: LogFields[] = [];
    await finishTranscript(
      { ...scene.ctx, log: { ...silentLog, warn: (_, fields = {}) => void named.push(fields) } },
      { meetingRef: scene.meetingRef },
    );
    expect(
      named.map(({ startMs, endMs, ...whose }) => [whose.participantRef, startMs, endMs]),
    ).toEqual([
      [scene.participantRef, 6_000, 8_000],
      [scene.participantRef, 9_000, 9_500],
    ]);
    expect(await outcome()).toMatchObject({
      result: 'partial',
      reason: 'processing_failed',
      content: { segments: [{ text: 'Hello there.' }] },
    });
  });

  // Promise: 22
  it('is empty, without an engine, when nobody said a word', async () => {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, '');
    await finishCapture(track);
    await scene.work();
    expect(await outcome()).toMatchObject({
      result: 'empty',
      reason: 'no_speech',
      content: { engine: null, segments: [], languageCode: null },
    });
  });

  it('is finished once, however often the task runs', async () => {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'Hello there.');
    await finishCapture(track);
    await Promise.all(
      Array.from({ length: 5 }, () =>
        finishTranscript(scene.ctx, { meetingRef: scene.meetingRef }),
      ),
    );
    const { version } = await scene.artifact(scene.meetingRef, 'transcript');
    expect(await finishTranscript(scene.ctx, { meetingRef: scene.meetingRef })).toBeUndefined();
    expect((await scene.artifact(scene.meetingRef, 'transcript')).version).toBe(version);
  });

  // Promise: A4
  it('contains at the deadline what was recognized so far', async () => {
    expect(await partialTranscript(scene.ctx, scene.meetingRef)).toMatchObject({
      hasWords: false,
      content: { segments: [] },
    });
    await scene.say(await scene.hearTrack(), 16_000, 'Hello there.');
    expect(await partialTranscript(scene.ctx, scene.meetingRef)).toMatchObject({
      hasWords: true,
      content: { segments: [{ text: 'Hello there.' }] },
    });
  });

  it("is in the client's language where that is named, and the summary too", async () => {
    await db
      .updateTable('meeting')
      .set({ language_code: 'EN-gb' })
      .where('meeting_ref', '=', scene.meetingRef)
      .execute();
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'Hello there.');
    await finishCapture(track);
    const asked: (string | null)[] = [];
    const { write } = scene.ctx.writer;
    scene.ctx.writer = {
      write: (input, ...rest) => (asked.push(input.languageCode), write(input, ...rest)),
    };
    await scene.work();
    expect(await outcome()).toMatchObject({
      content: { languageCode: 'en-GB', segments: [{ languageCode: 'en' }] },
    });
    expect(asked).toEqual(['en-GB']);
  });

  // Promise: language
  it('is empty and says why when the engine does not know the language', async () => {
    await db
      .updateTable('meeting')
      .set({ language_code: 'de' })
      .where('meeting_ref', '=', scene.meetingRef)
      .execute();
    scene.clock.advance(60);
    await refuseCapture(scene.ctx, scene.meetingRef);
    await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: scene.meetingRef, call: null });
    await scene.work();
    expect((await scene.meeting(scene.meetingRef)).state).toBe('ended');
    expect(await outcome()).toMatchObject({
      result: 'empty',
      reason: 'language_not_supported',
      content: { segments: [], durationMs: 60_000 },
    });
    expect(await scene.artifact(scene.meetingRef, 'summary')).toMatchObject({
      result: 'empty',
      reason: 'transcript_unavailable',
    });
  });

  it('contains what was recognized before a restart with an engine without the language', async () => {
    const track = await scene.hearTrack();
    await scene.say(track, 16_000, 'Guten Tag.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 64_000, toSample: 72_000, isForced: false }],
      scannedSamples: 80_000,
    });
    await scene.end();
    await refuseCapture(scene.ctx, scene.meetingRef);
    scene.clock.advance(3);
    await scene.work();
    expect(await outcome()).toMatchObject({
      status: 'available',
      result: 'partial',
      content: { segments: [{ text: 'Guten Tag.' }] },
    });
  });
});
