import { lockMeeting } from '../../store/meeting.ts';
import { findLatestMediaDown } from '../../store/guest-link.ts';
import { findLatestAdmission } from '../../store/participant/participant.ts';
import { findLatestComing } from '../../store/participant/place.ts';
import { type Ctx, inTransaction } from '../context.ts';
import { MediaUnavailable } from '../ports.ts';
import type { TaskOutcome } from '../task/task.ts';
import { applyTransition } from './apply-transition.ts';
import { peopleInRoom, type PersonInRoom, welcomePeople } from '../presence/people-in-room.ts';
import { CONNECTING_MS } from '../place/places.ts';
import { recordPresence } from '../presence/record-presence.ts';
import { noShowDueAt } from './plan-meeting.ts';
import { NO_SHOW_PATIENCE_SECONDS } from './transitions.ts';

const ASK_AGAIN_SECONDS = 60;

/**
 * M3 or M4 when nobody came in time; M1 when someone did but no event arrived. Tries again while the
 * media server does not answer.
 */
export async function checkNoShow(ctx: Ctx, meetingRef: string): Promise<TaskOutcome> {
  const people = await peopleOrUnknown(ctx, meetingRef);
  return inTransaction(ctx, async (tx) => {
    const meeting = await lockMeeting(tx.db, meetingRef);
    if (meeting?.state !== 'created') return undefined;
    const now = tx.clock.now();
    // The schedule may have changed meanwhile.
    const dueAt = noShowDueAt(meeting, tx.settings);
    if (now < dueAt) return { again: dueAt };
    const welcome = people === 'unknown' ? people : await welcomePeople(tx, meetingRef, people);
    for (const person of welcome === 'unknown' ? [] : welcome) {
      const started = await recordPresence(tx, meeting, { ...person, at: now, roomSid: null });
      if (started.state !== 'created') return undefined;
    }
    // None of them has a place: they were removed.
    if (welcome.length > 0 && welcome !== 'unknown') return askAgain(now);
    const mediaDownAt = await findLatestMediaDown(tx.db, meetingRef);
    const admittedAt = await findLatestAdmission(tx.db, meetingRef);
    const overdueSeconds = (now.getTime() - dueAt.getTime()) / 1000;
    const coming = await findLatestComing(
      tx.db,
      meetingRef,
      new Date(now.getTime() - CONNECTING_MS),
    );
    // They may be connecting, but a page that never succeeds keeps no meeting open for good.
    if (coming !== null && overdueSeconds < NO_SHOW_PATIENCE_SECONDS)
      return { again: new Date(coming.getTime() + CONNECTING_MS) };
    const moved = await applyTransition(tx, meeting, {
      kind: 'no_show',
      people: welcome === 'unknown' ? welcome : welcome.length,
      latestJoinMetDeadMedia:
        mediaDownAt !== null && (admittedAt === null || admittedAt < mediaDownAt),
      overdueSeconds,
    });
    return moved.state === 'created' ? askAgain(now) : undefined;
  });
}

function askAgain(now: Date): TaskOutcome {
  return { again: new Date(now.getTime() + ASK_AGAIN_SECONDS * 1000) };
}

async function peopleOrUnknown(ctx: Ctx, meetingRef: string): Promise<PersonInRoom[] | 'unknown'> {
  try {
    return await peopleInRoom(ctx, meetingRef);
  } catch (error) {
    if (error instanceof MediaUnavailable) return 'unknown';
    throw error;
  }
}
