import type { Ctx, TxCtx } from '../context.ts';
import type { InRoom } from '../ports.ts';
import { findLatestJoin } from '../../store/participant/visit.ts';
import { listWelcome, type ParticipantRow } from '../../store/participant/participant.ts';

/** `since`: when the connection began, by the media server's clock. */
export type PersonInRoom = { participantRef: string; since: Date | null; current: InRoom | null };

/** The people whom the media server sees in the room; machines do not count. Rejects with MediaUnavailable. */
export async function peopleInRoom(ctx: Ctx, meetingRef: string): Promise<PersonInRoom[]> {
  const participants = await ctx.media.listParticipants(meetingRef);
  return participants
    .filter((one) => one.kind === 'person')
    .map(({ identity, since, current }) => ({ participantRef: identity, since, current }));
}

/** Whether the person left at `at` or later, or may have. */
export function leftSince({ left_at }: Pick<ParticipantRow, 'left_at'>, at: Date): boolean {
  return left_at !== null && left_at.getTime() >= wholeSecond(at);
}

/** Whether the person's newest connection began at `at` or later, or may have. */
export async function cameSince(
  tx: TxCtx,
  { participant_ref: participantRef, connected_at: firstAt }: ParticipantRow,
  at: Date,
): Promise<boolean> {
  if (firstAt !== null && firstAt >= at) return true;
  const latest = await findLatestJoin(tx.db, participantRef);
  return latest !== null && latest.getTime() >= wholeSecond(at);
}

/** The media server rounds times down to whole seconds. */
export function wholeSecond(at: Date): number {
  return Math.floor(at.getTime() / 1000) * 1000;
}

/** Those in the room who may be there: only they start a meeting or keep it going. */
export async function welcomePeople(
  tx: TxCtx,
  meetingRef: string,
  people: readonly PersonInRoom[],
): Promise<PersonInRoom[]> {
  const welcome = new Set((await listWelcome(tx.db, meetingRef)).map((row) => row.participant_ref));
  return people.filter((person) => welcome.has(person.participantRef));
}
