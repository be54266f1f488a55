// A meeting of one person, for tests of scribes with a scripted room and recognizer.
import type { Log } from '../../../src/core/ports.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import { Attendance, type AttendanceOptions } from '../../../src/scribe/session/attendance.ts';
import type { Db } from '../../../src/store/schema.ts';
import { silentLog } from '../clock-and-log.ts';
import { comeIn, coreScene } from '../service/core-scene.ts';
import { playedRecognizer } from './played-recognizer.ts';

/**
 * `attendance` makes another scribe's attendance, with its spool below `root` or in a folder of its own; `more`
 * replaces its other options.
 */
export async function heardMeeting(db: Db, root: string) {
  const scene = coreScene(db);
  let toldLostMs = 0;
  const log: Log = {
    ...silentLog,
    warn: (_, fields) => void (toldLostMs += fields?.durationMs ?? 0),
  };
  const link = await scene.newMeeting();
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, guest);
  return {
    ctx: scene.ctx,
    actor: scene.actor,
    work: scene.work,
    clock: scene.clock,
    meetingRef: link.meetingRef,
    attendance: (spoolRoot = root, more: Partial<AttendanceOptions> = {}) =>
      new Attendance({
        ctx: { ...scene.ctx, log },
        recognizer: playedRecognizer(),
        spoolRoot,
        meetingRef: link.meetingRef,
        spoken: { languageCode: null, terms: [] },
        signal: new AbortController().signal,
        onDisk: () => {},
        ...more,
      }),
    track: {
      identity: guest.participantRef,
      mediaTrackSid: 'TR_1',
      wasThere: false,
      isMuted: () => false,
    },
    /** The milliseconds that the log reported as lost. */
    toldLostMs: () => toldLostMs,
  };
}

/** In the order in which they were spoken. */
export function listUtterances(db: Db, meetingRef: string) {
  return db
    .selectFrom('utterance')
    .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
    .select(['utterance.state', 'utterance.from_sample', 'utterance.to_sample'])
    .where('track.meeting_ref', '=', meetingRef)
    .orderBy('utterance.from_sample')
    .execute();
}
