import { lockMeeting } from '../../store/meeting.ts';
import {
  listParticipants,
  listPresent,
  type ParticipantRow,
} from '../../store/participant/participant.ts';
import { completeTask } from '../../store/task-run.ts';
import { type Ctx, inTransaction } from '../context.ts';
import type { Task, TaskOutcome } from '../task/task.ts';
import { noteJoined, noteLeft } from '../participant/note-presence.ts';
import { applyTransition } from '../meeting/apply-transition.ts';
import { emptyRoomDueAt } from './empty-room-due.ts';
import { cameSince, leftSince, peopleInRoom, welcomePeople } from './people-in-room.ts';

/**
 * M6, when the empty-room time is over and the media server confirms that nobody is there. Rejects
 * with MediaUnavailable.
 */
export async function checkEmptyRoom(ctx: Ctx, task: Task): Promise<TaskOutcome> {
  const meetingRef = task.ref;
  const askedAt = ctx.clock.now();
  const people = await peopleInRoom(ctx, meetingRef);
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (meeting?.state !== 'in_progress') return undefined;
    const welcome = await welcomePeople(tx, meetingRef, people);
    const admissions = await listParticipants(tx.db, meetingRef);
    const left = new Set(
      admissions.filter((row) => leftSince(row, askedAt)).map((row) => row.participant_ref),
    );
    const there = welcome.filter(({ participantRef }) => !left.has(participantRef));
    for (const { participantRef } of there) await noteJoined(tx, meeting, participantRef, askedAt);
    // The task is deleted in the transaction that saw someone: whoever leaves afterwards writes another.
    if (there.length > 0) {
      await completeTask(tx.db, task);
      return undefined;
    }
    const present = await listPresent(tx.db, meetingRef);
    const arrivals = await Promise.all(present.map((row) => cameSince(tx, row, askedAt)));
    const isExpected = admissions.some(
      (row) => !isAway(row) && latestSign(row) > askedAt.getTime(),
    );
    if (arrivals.includes(true) || isExpected || welcome.length > 0)
      return { again: emptyRoomDueAt(tx, meeting) };
    await noteLeft(
      tx,
      meeting,
      present.map((row) => row.participant_ref),
      { at: askedAt, reason: 'connection_lost' },
    );
    await applyTransition(tx, meeting, { kind: 'room_emptied' });
    return undefined;
  });
}

/** Someone who left and asked for another token is on the way back. */
type Coming = Pick<ParticipantRow, 'admitted_at' | 'connected_at' | 'left_at' | 'may_return'>;

function isAway({
  admitted_at: admittedAt,
  left_at: leftAt,
  may_return: mayReturn,
}: Coming): boolean {
  if (admittedAt === null) return true;
  return leftAt !== null && leftAt >= admittedAt && !mayReturn;
}

function latestSign(row: Coming): number {
  const signs = [row.admitted_at, row.connected_at].map((at) => at?.getTime() ?? -Infinity);
  return Math.max(...signs);
}
