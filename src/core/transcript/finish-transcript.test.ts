import { beforeEach, describe, expect, it } from 'vitest';
import { coreScene, type CoreScene } from '../../../dev/world/service/core-scene.ts';
import { silentLog } from '../../../dev/world/silent-log.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listUtterances } from '../../store/utterance.ts';
import { eraseArtifact } from '../artifact/erase-artifact.ts';
import type { TranscriptContent } from '../artifact/empty-content.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import type { LogFields } from '../ports.ts';
import {
  appendUtterances,
  listWaitingUtterances,
  noteAudioLost,
  noteScanned,
  noteWords,
} from './append-utterance.ts';
import { finishTranscript, partialTranscript } from './finish-transcript.ts';
import { type KnownTrack, listKnownTracks, openTrack } from './open-track.ts';
import { noteCaptureDone, noteCaptureFlushed, refuseCapture } from './capture.ts';
import { TranscriptGone } from './read-transcript.ts';

const ENGINE = { name: 'moonshine', model: 'moonshine-tiny-en', quality: 'standard' } as const;
const { db } = await testDatabase();
let scene: CoreScene;
let meetingRef: string;
let participantRef: string;

beforeEach(async () => {
  scene = coreScene(db);
  const link = await scene.newMeeting();
  meetingRef = link.meetingRef;
  const admission = await joinMeeting(scene.ctx, { ...link, displayName: 'Ana' });
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
    cuts: [{ fromSample, toSample: fromSample + 32_000 }],
    scannedSamples: fromSample + 40_000,
  });
  await noteWords(
    scene.ctx,
    { trackRef: track.trackRef, fromSample },
    text === null ? null : { text, languageCode: 'en' },
  );
}

/** The meeting ends, the scribe has flushed, and what becomes due by that is done. */
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
  // Promise: M9
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
        speakers: [{ speakerRef: 's1', displayName: 'Ana' }],
        segments: [
          {
            segmentRef: 'sg_1',
            speakerRef: 's1',
            startMs: 1_300,
            endMs: 2_700,
            text: 'We ship on Friday.',
            languageCode: 'en',
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

  it('names in the log where it has no words, and whose', async () => {
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
  it('can say at the deadline what was recognized so far', async () => {
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

describe('an engine that a restart has brought, and that does not know the language', () => {
  it('leaves at once what the engine before it heard', async () => {
    const track = await hearTrack();
    await say(track, 16_000, 'Guten Tag.');
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 64_000, toSample: 72_000 }],
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

describe('an erasure while a scribe still works', () => {
  async function erased(): Promise<KnownTrack> {
    const track = await hearTrack();
    await say(track, 16_000, 'Hello there.');
    await end();
    await eraseArtifact(scene.ctx, { actor: scene.actor, meetingRef, kind: 'transcript' });
    return track;
  }
  const nothingIsLeft = async () => expect(await listUtterances(db, meetingRef)).toEqual([]);

  it('takes the place of what the scribe had to say, which it is told', async () => {
    const track = await erased();
    const progress = {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 96_000, toSample: 112_000 }],
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

  it('lets no track begin afterwards', async () => {
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

describe('what a scribe remembers', () => {
  it('is one track for one media track, which goes on where it was', async () => {
    const track = await hearTrack();
    await appendUtterances(scene.ctx, {
      trackRef: track.trackRef,
      cuts: [{ fromSample: 16_000, toSample: 48_000 }],
      scannedSamples: 56_320,
    });
    scene.clock.advance(5);
    expect(await hearTrack()).toEqual({ ...track, scannedSamples: 56_320, cutEnd: 48_000 });
    expect(await listKnownTracks(scene.ctx, meetingRef)).toHaveLength(1);
  });

  it('moves each silent track on, never back, and waits for no track whose row is locked', async () => {
    const tracks = [await hearTrack('TR_1'), await hearTrack('TR_2'), await hearTrack('TR_3')];
    const [ahead, behind, held] = tracks.map(({ trackRef }) => trackRef) as [
      string,
      string,
      string,
    ];
    await appendUtterances(scene.ctx, { trackRef: ahead, cuts: [], scannedSamples: 96_000 });
    const marks = new Map(
      [ahead, behind, held, 'trk_unknown'].map((trackRef) => [trackRef, 80_000]),
    );
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('track')
        .select('track_ref')
        .where('track_ref', '=', held)
        .forUpdate()
        .execute();
      await noteScanned(scene.ctx, marks);
    });
    const known = await listKnownTracks(scene.ctx, meetingRef);
    const scanned = new Map(
      known.map(({ trackRef, scannedSamples }) => [trackRef, scannedSamples]),
    );
    expect([scanned.get(ahead), scanned.get(behind), scanned.get(held)]).toEqual([
      96_000, 80_000, 0,
    ]);
  });

  it('holds no track of somebody whom the meeting does not know', async () => {
    expect(
      await openTrack(scene.ctx, {
        meetingRef,
        participantRef: 'pt_nobody',
        mediaTrackSid: 'TR_9',
        startedAt: scene.clock.now(),
      }),
    ).toBe(null);
  });

  it('gives a range its words once', async () => {
    const track = await hearTrack();
    const cuts = [{ fromSample: 16_000, toSample: 48_000 }];
    await appendUtterances(scene.ctx, { trackRef: track.trackRef, cuts, scannedSamples: 56_320 });
    await appendUtterances(scene.ctx, { trackRef: track.trackRef, cuts, scannedSamples: 56_320 });
    expect(await listWaitingUtterances(scene.ctx, meetingRef)).toEqual([
      { trackRef: track.trackRef, participantRef, ...cuts[0] },
    ]);
    const key = { trackRef: track.trackRef, fromSample: 16_000 };
    expect(await noteWords(scene.ctx, key, { text: 'First.', languageCode: 'en' })).toBe(true);
    expect(await noteWords(scene.ctx, key, { text: 'Second.', languageCode: 'en' })).toBe(false);
    expect(await listWaitingUtterances(scene.ctx, meetingRef)).toEqual([]);
  });
});
