import { expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { admitParticipant } from '../waiting/decide-waiting.ts';
import { lowerHand, raiseHand } from './raise-hand.ts';

const { db } = await testDatabase();

async function scene() {
  const meeting = await hostedMeeting(db, {});
  const { ctx, enter, request, media } = meeting;
  const ana = await enter('Ana');
  const { participantRef } = ana;
  const shown: (string | null)[] = [];
  media.updateParticipant = async (_, __, { handRaisedAt }) =>
    void shown.push(handRaisedAt?.toISOString() ?? null);
  media.mintToken = async ({ handRaisedAt }) => {
    shown.push(handRaisedAt?.toISOString() ?? null);
    return 'token';
  };
  const one = { ...request, participantRef };
  const handRaisedAt = async () => (await readParticipant(ctx, one)).handRaisedAt;
  return { ...meeting, ana, one, shown, handRaisedAt };
}

test('a raised hand appears in the API and the room with the time it was first raised, as one event', async () => {
  const { ctx, world, ana, shown, handRaisedAt, eventsOf } = await scene();
  const at = world.clock.now().toISOString();
  await raiseHand(ctx, ana, true);
  world.clock.advance(5);
  await raiseHand(ctx, ana, true);
  expect(await handRaisedAt()).toBe(at);
  expect(shown).toEqual([at, at]);
  await raiseHand(ctx, ana, false);
  await raiseHand(ctx, ana, false);
  expect(await handRaisedAt()).toBeNull();
  const updates = (await eventsOf(ana.participantRef)).filter((type) => type.endsWith('updated'));
  expect(updates).toHaveLength(2);
});

test('lower-hand lowers it, is safe to repeat, and the person may raise it again', async () => {
  const { ctx, ana, one, handRaisedAt, shown, eventsOf } = await scene();
  await raiseHand(ctx, ana, true);
  expect((await lowerHand(ctx, one)).participant.handRaisedAt).toBeNull();
  await lowerHand(ctx, one);
  expect(shown.at(-1)).toBeNull();
  await raiseHand(ctx, ana, true);
  expect(await handRaisedAt()).not.toBeNull();
  const updates = (await eventsOf(ana.participantRef)).filter((type) => type.endsWith('updated'));
  expect(updates).toHaveLength(3);
  await expect(lowerHand(ctx, { ...one, participantRef: 'pt_nobody' })).rejects.toMatchObject({
    code: 'participant_not_found',
  });
});

test('a hand is down while its owner is away, and up again if they return within two minutes', async () => {
  const { ctx, world, ana, handRaisedAt, shown } = await scene();
  const at = world.clock.now().toISOString();
  await raiseHand(ctx, ana, true);
  const returnsAfter = async (seconds: number) => {
    await leaveMeeting(ctx, ana);
    expect(await handRaisedAt()).toBeNull();
    world.clock.advance(seconds);
    await renewAdmission(ctx, ana);
    await noteConnected(ctx, ana);
    return handRaisedAt();
  };
  expect(await returnsAfter(100)).toBe(at);
  expect(shown.at(-1)).toBe(at);
  expect(await returnsAfter(121)).toBeNull();
  expect(shown.at(-1)).toBeNull();
});

test.each<[string, (one: Awaited<ReturnType<typeof scene>>) => Promise<unknown>]>([
  ['once the meeting is over', ({ ctx, request }) => endMeeting(ctx, request)],
  [
    'by someone whose link was revoked',
    ({ ctx, request, hostLink: { guestLinkRef } }) =>
      revokeGuestLink(ctx, { ...request, guestLinkRef }),
  ],
])('no hand is raised %s', async (_, happens) => {
  const one = await scene();
  const { ctx, ana, eventsOf } = one;
  await happens(one);
  const before = await eventsOf(ana.participantRef);
  await expect(raiseHand(ctx, ana, true)).rejects.toMatchObject({ code: 'guest_link_not_usable' });
  expect(await eventsOf(ana.participantRef)).toEqual(before);
});

test('a person who waits to be let in cannot raise a hand', async () => {
  const { ctx, knock, request, eventsOf } = await hostedMeeting(db, { admission: 'ask' });
  const ben = await knock('Ben');
  const { participantRef } = ben;
  const before = await eventsOf(participantRef);
  await raiseHand(ctx, ben, true);
  expect(await eventsOf(participantRef)).toEqual(before);
  await admitParticipant(ctx, { ...request, participantRef });
  await noteConnected(ctx, ben);
  expect((await readParticipant(ctx, { ...request, participantRef })).handRaisedAt).toBeNull();
});
