// A meeting of one person, attended by scribes with a played recognizer.
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
export async function attendedMeeting(db: Db, root: string, log: Log = silentLog) {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const guest = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  await noteConnected(scene.ctx, guest);
  return {
    ctx: scene.ctx,
    actor: scene.actor,
    work: scene.work,
    clock: scene.clock,
    meetingRef: link.meetingRef,
    participantRef: guest.participantRef,
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
  };
}
