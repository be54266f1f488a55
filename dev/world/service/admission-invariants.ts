// Invariants of a meeting's participants that hold after any sequence of actions: I11, I13, I15 and I17.
import type { EventType } from '../../../contract/generated/api.ts';
import type { KnownParticipantState } from '../../../contract/generated/lists.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { joinMeeting } from '../../../src/core/participant/join-meeting.ts';
import type { ParticipantProof } from '../../../src/core/participant/proven-participant.ts';
import { renewAdmission } from '../../../src/core/participant/renew-admission.ts';
import { Problem } from '../../../src/core/problem.ts';
import { listParticipants } from '../../../src/store/participant/participant.ts';

type Admissions = {
  ctx: Ctx;
  meetingRef: string;
  guests: { guestLinkRef: string; secret: string };
  /** The participants who joined by the guest link. */
  people: readonly ParticipantProof[];
  /** `<participantRef> <role>` for each change of role that was requested. */
  asked: ReadonlySet<string>;
};

/** A sentence for each violation. */
export async function admissionFaults(scene: Admissions): Promise<string[]> {
  return [
    ...(await leaks(scene)),
    ...(await stray(scene)),
    ...(await risen(scene)),
    ...(await returned(scene)),
  ];
}

/** The states in which each event may occur, and the state that it leads to (P0 to P8). */
const STEPS: Partial<
  Record<EventType, { from: (KnownParticipantState | null)[]; to: KnownParticipantState }>
> = {
  'participant.waiting': { from: [null], to: 'waiting' },
  'participant.admitted': { from: [null, 'waiting'], to: 'admitted' },
  'participant.refused': { from: ['waiting'], to: 'refused' },
  'participant.joined': { from: ['admitted', 'left'], to: 'present' },
  'participant.left': { from: ['waiting', 'admitted', 'present'], to: 'left' },
  'participant.removed': { from: ['waiting', 'admitted', 'present', 'left'], to: 'removed' },
};

/** I13: the events of each participant follow the table and end in the stored state. */
async function stray({ ctx: { db }, meetingRef }: Admissions): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select(['type', 'participant'])
    .where('meeting_ref', '=', meetingRef)
    .orderBy('position')
    .execute();
  const at = new Map<string, KnownParticipantState>();
  const faults: string[] = [];
  for (const { type, participant } of rows) {
    const step = STEPS[type];
    const participantRef = participant?.participantRef;
    if (!step || participantRef === undefined) continue;
    const from = at.get(participantRef) ?? null;
    if (!step.from.includes(from)) faults.push(`${type} from ${from}`);
    at.set(participantRef, step.to);
  }
  for (const row of await listParticipants(db, meetingRef))
    if (at.get(row.participant_ref) !== row.state)
      faults.push(`is ${row.state}, told ${at.get(row.participant_ref)}`);
  return faults;
}

/** I11: no participant who waits, was refused or was removed gets a media token. */
async function leaks(scene: Admissions): Promise<string[]> {
  const rows = await listParticipants(scene.ctx.db, scene.meetingRef);
  const shut = rows.filter(({ state }) => ['waiting', 'refused', 'removed'].includes(state));
  const faults: string[] = [];
  for (const { participant_ref: participantRef, state } of shut) {
    const proof = scene.people.find((person) => person.participantRef === participantRef);
    const outcome = proof && (await renewAdmission(scene.ctx, proof).catch(() => null));
    if (outcome) faults.push(`${state} got a token`);
  }
  return faults;
}

/** I15: a guest's role is `guest` until an event reports a requested change. */
async function risen({ ctx: { db }, meetingRef, people, asked }: Admissions): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select(['type', 'participant'])
    .where('meeting_ref', '=', meetingRef)
    .orderBy('position')
    .execute();
  const faults: string[] = [];
  const known = new Map<string, string>(people.map((one) => [one.participantRef, 'guest']));
  for (const { type, participant } of rows) {
    const { participantRef = '', role } = participant ?? {};
    const before = known.get(participantRef);
    if (before === undefined || role === undefined || role === before) continue;
    if (type !== 'participant.updated' || !asked.has(`${participantRef} ${role}`))
      faults.push(`${role} by ${type}`);
    known.set(participantRef, role);
  }
  for (const { participant_ref: participantRef, role } of await listParticipants(db, meetingRef)) {
    const told = known.get(participantRef);
    if (told !== undefined && told !== role) faults.push(`is ${role}, told ${told}`);
  }
  return faults;
}

/** I17: no visit begins after a removal. The same tab is refused, or, if it may return, becomes a new participant. */
async function returned({ ctx, meetingRef, guests, people }: Admissions): Promise<string[]> {
  const removals = await ctx.db
    .selectFrom('event')
    .select(['created_at', 'participant'])
    .where('meeting_ref', '=', meetingRef)
    .where('type', '=', 'participant.removed')
    .execute();
  const rows = await listParticipants(ctx.db, meetingRef);
  const faults: string[] = [];
  for (const { created_at: removedAt, participant } of removals) {
    const row = rows.find((one) => one.participant_ref === participant?.participantRef);
    if (!row) continue;
    const later = await ctx.db
      .selectFrom('visit')
      .select('joined_at')
      .where('participant_ref', '=', row.participant_ref)
      .where('joined_at', '>', removedAt)
      .execute();
    if (later.length > 0) faults.push('a visit after the removal');
    const returning = people.find((one) => one.participantRef === row.participant_ref);
    if (!returning) continue;
    const outcome = await joinMeeting(ctx, { ...guests, displayName: 'Again', returning }).catch(
      (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error)),
    );
    if (typeof outcome === 'string') continue;
    const { participantRef } = 'waiting' in outcome ? outcome.waiting : outcome.admission;
    if (!row.may_come_again || participantRef === row.participant_ref)
      faults.push('the tab of somebody removed came in');
  }
  return faults;
}
