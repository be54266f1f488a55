// Someone who only waits for a place gets the one that another person leaves.
import { expect, test } from 'vitest';
import { hostedMeeting, secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { newRef } from '../ids.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { removeParticipant } from '../participant/moderate.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';

const { db } = await testDatabase();

/** Ana got the last place when two hosts came; Ben asks a host, and Cleo waits for a place only. */
async function scene() {
  const meeting = await hostedMeeting(db, { joinBeforeHost: false, maxParticipants: 3 });
  const { ctx, media, meetingRef, request, knock, enter } = meeting;
  const linkThat = async (options: { admission: 'ask' | 'direct' }) => {
    const call = { tenant: 'acme', method: 'POST', path: '/links', key: newRef('k') };
    return secretOf((await createGuestLink(ctx, { ...request, options, call })).guestLink);
  };
  const link = await linkThat({ admission: 'direct' });
  const ana = await knock('Ana', link);
  const ben = await knock('Ben', await linkThat({ admission: 'ask' }));
  const cleo = await knock('Cleo');
  await joinMeeting(ctx, { ...meeting.hostLink, displayName: 'Hugo' });
  await enter('Hanna');
  const tell = async () => {
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  };
  const connect = async () => {
    await renewAdmission(ctx, ana);
    media.connect(meetingRef, ana.participantRef);
    await noteConnected(ctx, ana);
    await tell();
  };
  const states = () =>
    Promise.all([ana, ben, cleo].map((one) => meeting.stateOf(one.participantRef)));
  return { ...meeting, ana, link, tell, connect, states };
}
type Scene = Awaited<ReturnType<typeof scene>>;

// Promise: 123
test.each<[string, boolean, (scene: Scene) => Promise<unknown>, string]>([
  ['leaves', true, ({ ctx, ana }) => leaveMeeting(ctx, ana), 'left: left'],
  [
    'is removed',
    true,
    ({ ctx, request, ana: { participantRef } }) =>
      removeParticipant(ctx, { ...request, participantRef, revokeLink: false }),
    'removed: removed',
  ],
  [
    'loses the link',
    true,
    ({ ctx, request, link: { guestLinkRef } }) =>
      revokeGuestLink(ctx, { ...request, guestLinkRef }),
    'left: link_revoked',
  ],
  [
    'loses the connection',
    true,
    async ({ world, media, meetingRef, ana, tell }) => {
      world.clock.advance(1);
      media.disconnect(meetingRef, ana.participantRef);
      await tell();
    },
    'left: connection_lost',
  ],
  [
    'never connects',
    false,
    async ({ world, ctx, tell }) => {
      await tell();
      world.clock.advance(61);
      await reconcileMeetings(ctx, newMediaWatch());
    },
    'left: never_connected',
  ],
])(
  'when someone %s, the next one who needs no approval comes in',
  async (_, connects, leave, state) => {
    const one = await scene();
    if (connects) await one.connect();
    expect(await one.states()).toEqual([connects ? 'present' : 'admitted', 'waiting', 'waiting']);
    await leave(one);
    expect(await one.states()).toEqual([state, 'waiting', 'admitted']);
  },
);
