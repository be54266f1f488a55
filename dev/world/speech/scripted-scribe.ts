import { newRef } from '../../../src/core/ids.ts';
import type { TaskHandler } from '../../../src/core/task/task.ts';
import type { Db } from '../../../src/store/schema.ts';
import { insertTrack, markClosed } from '../../../src/store/track.ts';
import { insertUtterances } from '../../../src/store/utterance.ts';
import {
  noteCaptureAttending,
  noteCaptureDone,
  noteCaptureFlushed,
  readCapture,
} from '../../../src/core/transcript/capture.ts';

const ENGINE = { name: 'scripted', model: 'none', quality: 'basic' } as const;

/** A scribe that listens to nothing: it records one word of the first participant and completes the capture. */
export const scriptedScribe: TaskHandler = async (ctx, task) => {
  const reading = await readCapture(ctx, task.ref);
  if (!reading?.captureState || reading.captureState === 'done') return undefined;
  await noteCaptureAttending(ctx, task.ref, ENGINE);
  await hearOneWord(ctx.db, task.ref, ctx.clock.now());
  if (reading.meetingState === 'in_progress')
    return { again: new Date(ctx.clock.now().getTime() + 1_000) };
  await noteCaptureFlushed(ctx, task.ref);
  await noteCaptureDone(ctx, task.ref, ENGINE);
  return undefined;
};

async function hearOneWord(db: Db, meetingRef: string, at: Date): Promise<void> {
  const speaker = await db
    .selectFrom('participant')
    .select('participant_ref')
    .where('meeting_ref', '=', meetingRef)
    .where('connected_at', 'is not', null)
    .executeTakeFirst();
  if (!speaker) return;
  const track = await db.transaction().execute(async (tx) => {
    const row = await insertTrack(tx, {
      track_ref: newRef('tr'),
      meeting_ref: meetingRef,
      participant_ref: speaker.participant_ref,
      media_track_sid: 'TR_1',
      started_at: at,
    });
    await insertUtterances(tx, [
      {
        track_ref: row.track_ref,
        from_sample: 0,
        to_sample: 16_000,
        state: 'words',
        text: 'Hello.',
        language_code: 'en',
      },
    ]);
    return row;
  });
  await markClosed(db, track.track_ref);
}
