import { beforeEach, describe, expect, it } from 'vitest';
import { coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { appendUtterances, noteWords } from './append-utterance.ts';
import { type KnownTrack, openTrack } from './open-track.ts';
import { noteCaptureDone, noteCaptureFlushed, refuseCapture } from './capture.ts';

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
  it("is in the client's language where that is named, and the summary too", async () => {
    await db
      .updateTable('meeting')
      .set({ language_code: 'EN-gb' })
      .where('meeting_ref', '=', meetingRef)
      .execute();
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
      .where('meeting_ref', '=', meetingRef)
      .execute();
    scene.clock.advance(60);
    await refuseCapture(scene.ctx, meetingRef);
    await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
    await scene.work();
    expect((await scene.meeting(meetingRef)).state).toBe('ended');
    expect(await outcome()).toMatchObject({
      result: 'empty',
      reason: 'language_not_supported',
      content: { segments: [], durationMs: 60_000 },
    });
    expect(await scene.artifact(meetingRef, 'summary')).toMatchObject({
      result: 'empty',
      reason: 'transcript_unavailable',
    });
  });
});

describe('an engine that a restart has brought, and that does not know the language', () => {
  it('publishes at once what the previous engine recognized', async () => {
    const track = await hearTrack();
    await say(track, 16_000, 'Guten Tag.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 64_000, toSample: 72_000, isForced: false }],
      scannedSamples: 80_000,
    });
    await end();
    await refuseCapture(scene.ctx, meetingRef);
    scene.clock.advance(3);
    await scene.work();
    expect(await outcome()).toMatchObject({
      status: 'available',
      result: 'partial',
      content: { segments: [{ text: 'Guten Tag.' }] },
    });
  });
});
