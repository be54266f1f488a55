// Randomized admissions: two hosts, revoked links, kills, and media events in any order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admissionFaults } from '../../../dev/world/service/admission-invariants.ts';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { killableDb, Killed, testDatabase } from '../../../dev/world/service/test-database.ts';
import type { WaitingGuest } from '../../../contract/generated/guest-api.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import type { Ctx } from '../context.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { removeParticipant } from '../participant/moderate.ts';
import { moderateMeeting } from '../participant/moderate-as-host.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { Problem } from '../problem.ts';
import { admitAll } from './decide-waiting.ts';

const { db } = await testDatabase();

type ToOne =
  | 'admit'
  | 'refuse'
  | 'remove'
  | 'remove_may_return'
  | 'leave'
  | 'renew'
  | 'return'
  | 'promote'
  | 'demote'
  | 'connect'
  | 'vanish';
const TO_ONE: readonly ToOne[] = [
  'admit',
  'refuse',
  'remove',
  'remove_may_return',
  'leave',
  'renew',
  'return',
  'promote',
  'demote',
  'connect',
  'vanish',
];
type Doing =
  | { what: 'knock' | 'admit_all' | 'revoke' | 'end' | 'work' }
  | { what: 'one'; act: ToOne; who: number }
  | { what: 'tell'; which: number; isRepeated: boolean }
  | { what: 'wait'; seconds: number };

const simple = (...names: ('knock' | 'admit_all' | 'revoke' | 'end' | 'work')[]) =>
  fc.constantFrom(...names).map((what): Doing => ({ what }));
const doing: fc.Arbitrary<Doing> = fc.oneof(
  { weight: 4, arbitrary: simple('knock') },
  {
    weight: 10,
    arbitrary: fc.record({
      what: fc.constant('one'),
      act: fc.constantFrom(...TO_ONE),
      who: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('tell'),
      which: fc.nat({ max: 5 }),
      isRepeated: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('wait'), seconds: fc.constantFrom(1, 30, 61, 601) }),
  },
  { weight: 3, arbitrary: simple('work', 'admit_all') },
  { weight: 1, arbitrary: simple('revoke', 'end') },
);
const kill = fc.record({
  afterTransactions: fc.integer({ min: 1, max: 2 }),
  committed: fc.boolean(),
});
const story = fc.array(fc.record({ doing, kill: fc.option(kill, { freq: 5, nil: null }) }), {
  minLength: 5,
  maxLength: 25,
});

type Meeting = Awaited<ReturnType<typeof hostedMeeting>>;
type Scene = Meeting & {
  hosts: WaitingProof[];
  people: WaitingProof[];
  /** The intended state of each person, also by calls that were killed: they may have committed. */
  asked: Set<string>;
};
type WaitingProof = Pick<WaitingGuest, 'participantRef' | 'participantSecret'>;

/** Both hosts decide at once: the second finds what the first did. */
async function decide(
  ctx: Ctx,
  { hosts }: Scene,
  operation: 'admitParticipant' | 'refuseParticipant',
  participantRef: string,
): Promise<void> {
  const other = operation === 'admitParticipant' ? 'refuseParticipant' : 'admitParticipant';
  const tries = hosts.map((host, at) =>
    moderateMeeting(ctx, host, { operation: at === 0 ? operation : other, participantRef }),
  );
  const failed = (await Promise.allSettled(tries)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function play(ctx: Ctx, scene: Scene, step: Doing): Promise<void> {
  const { media, request, guests, people, world } = scene;
  if (step.what === 'one') {
    const person = people[step.who];
    if (person) await playOne(ctx, scene, step.act, person);
    return;
  }
  if (step.what === 'knock') {
    const joined = await joinMeeting(ctx, { ...guests, displayName: `Guest ${people.length}` });
    people.push('waiting' in joined ? joined.waiting : joined.admission);
  } else if (step.what === 'admit_all') await admitAll(ctx, request);
  else if (step.what === 'revoke')
    await revokeGuestLink(ctx, { ...request, guestLinkRef: guests.guestLinkRef });
  else if (step.what === 'end') await endMeeting(ctx, request);
  else if (step.what === 'work') await world.work();
  else if (step.what === 'wait') world.clock.advance(step.seconds);
  else if (step.what === 'tell') {
    const [event] = media.undelivered.splice(step.which % Math.max(1, media.undelivered.length), 1);
    if (event) await noteMediaEvent(ctx, event);
    if (event && step.isRepeated)
      media.undelivered.push({ ...event, eventId: `${event.eventId}-2` });
  }
}

async function changeRole(
  ctx: Ctx,
  { hosts: [host], asked }: Scene,
  operation: 'makeHost' | 'makeGuest',
  participantRef: string,
): Promise<void> {
  asked.add(`${participantRef} ${operation === 'makeHost' ? 'host' : 'guest'}`);
  if (host) await moderateMeeting(ctx, host, { operation, participantRef });
}

/** From the same tab. Someone who was removed and may return counts as a newcomer. */
async function comeAgain(ctx: Ctx, scene: Scene, person: WaitingProof): Promise<void> {
  const { participantRef, participantSecret } = person;
  const returning = { participantRef, participantSecret };
  const joined = await joinMeeting(ctx, { ...scene.guests, displayName: 'Again', returning });
  const proof = 'waiting' in joined ? joined.waiting : joined.admission;
  if (proof.participantRef !== participantRef) scene.people.push(proof);
}

async function playOne(ctx: Ctx, scene: Scene, what: ToOne, person: WaitingProof): Promise<void> {
  const { media, meetingRef, request } = scene;
  const { participantRef } = person;
  if (what === 'admit') await decide(ctx, scene, 'admitParticipant', participantRef);
  if (what === 'refuse') await decide(ctx, scene, 'refuseParticipant', participantRef);
  if (what === 'remove' || what === 'remove_may_return') {
    const mayReturn = what === 'remove_may_return';
    await removeParticipant(ctx, { ...request, participantRef, revokeLink: false, mayReturn });
  }
  if (what === 'promote') await changeRole(ctx, scene, 'makeHost', participantRef);
  if (what === 'demote') await changeRole(ctx, scene, 'makeGuest', participantRef);
  if (what === 'return') await comeAgain(ctx, scene, person);
  if (what === 'leave') await leaveMeeting(ctx, person);
  if (what === 'renew') await renewAdmission(ctx, person);
  if (what === 'vanish') media.disconnect(meetingRef, participantRef);
  // Only a token opens the media server, and who got one may use it.
  const row = (await listParticipants(db, meetingRef)).find(
    (one) => one.participant_ref === participantRef,
  );
  if (what === 'connect' && row?.admitted_at) media.connect(meetingRef, participantRef);
}

// Promise: I11, I13, I15, I17
test('each admission has one event, only operations change roles, and whoever was removed stays out', async () => {
  const run = fc.asyncProperty(story, async (steps) => {
    const meeting = await hostedMeeting(db, { admission: 'ask', maxParticipants: 5 }, 50);
    const hosts = [await meeting.enter('Hanna'), await meeting.enter('Hugo')];
    const scene: Scene = { ...meeting, hosts, people: [], asked: new Set() };
    for (const { doing: step, kill: death } of steps) {
      const ctx = death ? { ...scene.ctx, db: killableDb(db, death) } : scene.ctx;
      await play(ctx, scene, step).catch((error: unknown) => {
        if (!(error instanceof Problem) && !(error instanceof Killed)) throw error;
      });
    }
    expect(await admissionFaults(scene)).toEqual([]);
  });
  await fc.assert(run, { numRuns: 60 });
}, 120_000);
