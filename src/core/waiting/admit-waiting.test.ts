import { expect, test } from 'vitest';
import { hostedMeeting, secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { NewMeetingOptions, UpdateMeeting } from '../../../contract/generated/api.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { newRef } from '../ids.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { updateMeeting } from '../meeting/update-meeting.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { setRole } from '../participant/set-role.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { admitParticipant } from './decide-waiting.ts';
import { readWaitingState } from './note-waiting.ts';

const { db } = await testDatabase();

/** Ana waits by a link that says nothing, and Ben by one that asks a host. */
async function twoWaiting(options: NewMeetingOptions) {
  const scene = await hostedMeeting(db, options);
  const { ctx, request, knock } = scene;
  const ana = await knock('Ana');
  const { guestLink } = await createGuestLink(ctx, {
    ...request,
    options: { admission: 'ask' },
    call: { tenant: 'acme', method: 'POST', path: '/asked', key: newRef('k') },
  });
  const ben = await knock('Ben', secretOf(guestLink));
  const states = async () => [
    await scene.stateOf(ana.participantRef),
    await scene.stateOf(ben.participantRef),
  ];
  return { ...scene, ana, ben, states };
}

// Promise: 123
test.each<[NewMeetingOptions, NewMeetingOptions]>([
  [{ joinBeforeHost: false }, { joinBeforeHost: true }],
  [{ joinBeforeHost: false }, { joinBeforeHost: null }],
  [{ admission: 'ask' }, { admission: 'direct' }],
  [
    { joinBeforeHost: false, admission: 'ask' },
    { joinBeforeHost: true, admission: null },
  ],
])('%j changed by %j: those who need no host any more come in', async (options, change) => {
  const { ctx, request, ana, ben, states, eventsOf } = await twoWaiting(options);
  const update = (patch: UpdateMeeting) =>
    updateMeeting(ctx, { ...request, patch, check: () => {}, isExpected: null });
  await update({ title: 'Later' });
  expect(await states()).toEqual(['waiting', 'waiting']);
  await update({ options: change });
  expect(await states()).toEqual(['admitted', 'waiting']);
  expect(await eventsOf(ana.participantRef)).toEqual([
    'participant.waiting',
    'participant.admitted',
  ]);
  expect((await readWaitingState(ctx, ben, 'shown')).needsHost).toBe(false);
});

// Promise: 123
test.each<[NewMeetingOptions, NewMeetingOptions]>([
  [{ joinBeforeHost: false, admission: 'ask' }, { joinBeforeHost: true }],
  [{ joinBeforeHost: false, admission: 'ask' }, { admission: 'direct' }],
])('%j changed by %j: everybody waits for what is left', async (options, change) => {
  const { ctx, request, states } = await twoWaiting(options);
  const patch = { options: change };
  await updateMeeting(ctx, { ...request, patch, check: () => {}, isExpected: null });
  expect(await states()).toEqual(['waiting', 'waiting']);
});

// Promise: 123, 128
test('a host who came while the meeting was locked lets people in once it is unlocked', async () => {
  const { ctx, hostLink, request, states } = await twoWaiting({ joinBeforeHost: false });
  const joined = await joinMeeting(ctx, { ...hostLink, displayName: 'Host' });
  if (!('admission' in joined)) throw new Error('the host waits');
  const lock = (locked: boolean) => setMeetingLock(ctx, { ...request, locked });
  await lock(true);
  await lock(false);
  expect(await states()).toEqual(['waiting', 'waiting']);
  await lock(true);
  await noteConnected(ctx, joined.admission);
  expect(await states()).toEqual(['waiting', 'waiting']);
  await lock(false);
  expect(await states()).toEqual(['admitted', 'waiting']);
});

// Promise: 121, 124
test('someone made a host while waiting comes in at once, unless the meeting is full', async () => {
  const { ctx, ana, ben, request, enter, states, eventsOf } = await twoWaiting({
    admission: 'ask',
    maxParticipants: 2,
  });
  await enter('Host');
  const makeHost = ({ participantRef }: typeof ana) =>
    setRole(ctx, { ...request, participantRef, role: 'host' });
  const { participant } = await makeHost(ana);
  expect(participant).toMatchObject({ role: 'host', state: 'admitted' });
  expect(await renewAdmission(ctx, ana)).toMatchObject({ role: 'host' });
  expect(await eventsOf(ana.participantRef)).toEqual([
    'participant.waiting',
    'participant.updated',
    'participant.admitted',
  ]);
  expect((await makeHost(ben)).participant).toMatchObject({ role: 'host', state: 'waiting' });
  expect(await states()).toEqual(['admitted', 'waiting']);
});

// Promise: 116, I13
test('whoever is admitted before the room exists, and never connects, has left after a minute', async () => {
  const { ctx, world, media, request, ana, states, eventsOf } = await twoWaiting({
    admission: 'ask',
  });
  const { participantRef } = ana;
  await admitParticipant(ctx, { ...request, participantRef });
  const settle = async (seconds: number) => {
    world.clock.advance(seconds);
    await reconcileMeetings(ctx, newMediaWatch());
    return states();
  };
  expect((await media.listRooms()).map((room) => room.meetingRef)).not.toContain(
    request.meetingRef,
  );
  expect(await settle(59)).toEqual(['admitted', 'waiting']);
  expect(await settle(2)).toEqual(['left: never_connected', 'waiting']);
  expect((await eventsOf(participantRef)).slice(1)).toEqual([
    'participant.admitted',
    'participant.left',
  ]);
});
