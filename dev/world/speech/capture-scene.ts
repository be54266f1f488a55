// A meeting with one participant whose speech is written down as a scribe does it, without sound.
import { noteCaptureFlushed } from '../../../src/core/transcript/capture.ts';
import { appendUtterances, noteWords } from '../../../src/core/transcript/append-utterance.ts';
import { endMeeting } from '../../../src/core/meeting/end-meeting.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import { type KnownTrack, openTrack } from '../../../src/core/transcript/open-track.ts';
import type { Db } from '../../../src/store/schema.ts';
import { comeIn, coreScene } from '../service/core-scene.ts';

export type CaptureScene = Awaited<ReturnType<typeof captureScene>>;

export async function captureScene(db: Db) {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  const { participantRef } = admission;
  await noteConnected(scene.ctx, admission);
  return {
    ...scene,
    meetingRef,
    participantRef,
    hearTrack: async (mediaTrackSid = 'TR_1'): Promise<KnownTrack> => {
      const startedAt = scene.clock.now();
      const track = await openTrack(scene.ctx, {
        meetingRef,
        participantRef,
        mediaTrackSid,
        startedAt,
      });
      if (!track) throw new Error('no track');
      return track;
    },
    /** Two seconds, without words for null. */
    say: async (
      { trackRef }: KnownTrack,
      fromSample: number,
      text: string | null,
    ): Promise<void> => {
      await appendUtterances(scene.ctx, {
        trackRef,
        cuts: [{ fromSample, toSample: fromSample + 32_000, isForced: false }],
        scannedSamples: fromSample + 40_000,
      });
      const words = text === null ? null : { text, languageCode: 'en' };
      await noteWords(scene.ctx, { trackRef, fromSample }, words);
    },
    /** Ends the meeting with its capture flushed, and runs the tasks that become due. */
    end: async (): Promise<void> => {
      scene.clock.advance(60);
      await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
      await noteCaptureFlushed(scene.ctx, meetingRef);
      await scene.work();
    },
  };
}
