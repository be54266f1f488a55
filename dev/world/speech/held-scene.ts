// A meeting of one person with two scribes, a played room and a played recognizer.
import { readFile } from 'node:fs/promises';
import { vi } from 'vitest';
import type { AudioSink, ListenerPort } from '../../../src/core/ports.ts';
import type { Attendance } from '../../../src/scribe/session/attendance.ts';
import { HeldRoom } from '../../../src/scribe/session/held-room.ts';
import { spoolPath } from '../../../src/scribe/spool/spool-path.ts';
import type { Db } from '../../../src/store/schema.ts';
import { attendedMeeting } from './attended-meeting.ts';

/** In samples. */
export const FRAME = 320;
/** In frames. */
export const SECOND = 50;
/** Frame `n` of a voice that never repeats. */
export function frame(n: number): Int16Array {
  return Int16Array.from({ length: FRAME }, (_, i) => {
    const at = n * FRAME + i;
    return 3_000 * Math.sin(at / 20 + 4 * Math.sin(at / 3_000)) + 1_000 * Math.sin(at / 7);
  });
}

/** A played room: whoever joins hears what is said from then on. */
function playedRoom(track: { identity: string }) {
  const sinks: AudioSink[] = [];
  const left = vi.fn(async () => {});
  let publish: (mediaTrackSid: string) => void = () => {};
  const listener: ListenerPort = {
    prepare: () => {},
    join: async (_, onTrack) => {
      publish = (mediaTrackSid) => {
        const heard = { ...track, mediaTrackSid, wasThere: false, isMuted: () => false };
        const sink = onTrack(heard);
        if (sink) sinks.push(sink);
      };
      publish('TR_1');
      return { over: new Promise(() => {}), review: () => {}, leave: left };
    },
  };
  return {
    listener,
    left,
    sinks,
    publish: (mediaTrackSid: string) => publish(mediaTrackSid),
    say: (from: number, to: number) => {
      for (let n = from; n < to; n += 1) for (const sink of sinks) sink.write(frame(n));
    },
  };
}

/** One scribe may attend, with its spool below `root` or elsewhere, and another may stand by. */
export async function heldScene(db: Db, root: string) {
  const { ctx, clock, meetingRef, participantRef, attendance } = await attendedMeeting(db, root);
  const room = playedRoom({ identity: participantRef });
  const held = new HeldRoom(room.listener, clock);
  const attend = (scribe: Attendance, listener = room.listener) =>
    listener.join(
      '',
      (track) => scribe.hearTrack(track),
      () => true,
    );
  return {
    ctx,
    clock,
    room,
    held,
    attendance,
    attend,
    /** The standby takes over. */
    takeOver: async () => {
      const next = attendance();
      const taken = held.take();
      await next.resume({ isFlushed: false, held: taken });
      await attend(next, taken.listener);
      return next;
    },
    standBy: () =>
      held.join(
        '',
        (track) => held.hearTrack(track, { wasUnheard: false }),
        () => true,
      ),
    spool: async (spoolRoot = root) => {
      const { track_ref: ref, ...row } = await db
        .selectFrom('track')
        .selectAll()
        .where('meeting_ref', '=', meetingRef)
        .executeTakeFirstOrThrow();
      const bytes = await readFile(spoolPath(spoolRoot, meetingRef, ref));
      return { ...row, samples: new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) };
    },
    lost: () =>
      db
        .selectFrom('utterance')
        .innerJoin('track', 'track.track_ref', 'utterance.track_ref')
        .select(['from_sample', 'to_sample'])
        .where('track.meeting_ref', '=', meetingRef)
        .where('utterance.state', '=', 'lost')
        .execute(),
  };
}

/** A scribe attends and has written two seconds; another one stands by. */
export async function twoHeard(db: Db, root: string) {
  const all = await heldScene(db, root);
  const dead = all.attendance();
  await dead.resume({ isFlushed: false });
  await all.attend(dead);
  await all.standBy();
  all.room.say(0, 2 * SECOND);
  await dead.flush();
  return { ...all, dead };
}
