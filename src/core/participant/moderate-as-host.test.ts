import { describe, expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { HostAction } from './moderate-as-host.ts';
import { moderateMeeting, readWaitingRoom } from './moderate-as-host.ts';
import { findParticipant } from '../../store/participant/participant.ts';
import { raiseHand } from '../hand/raise-hand.ts';
import { muteParticipant } from './moderate.ts';
import { readParticipant } from './read-participants.ts';
import { setRole } from './set-role.ts';

const { db } = await testDatabase();

/** A host and a guest inside, and another guest who waits. */
async function scene() {
  const meeting = await hostedMeeting(db, { admission: 'ask' });
  const { ctx, knock, enter, request } = meeting;
  const host = await enter('Host');
  const [guest, waiting] = [await enter('Guest'), await knock('Ana')];
  await setRole(ctx, { ...request, participantRef: guest.participantRef, role: 'guest' });
  const muted: string[] = [];
  meeting.media.mute = async (_, identities, source) => {
    muted.push(...identities.map((identity) => `${source} of ${identity}`));
  };
  const act = (
    who: { participantRef: string; participantSecret: string },
    operation: HostAction['operation'],
    about: { participantRef: string } | null = null,
  ) => moderateMeeting(ctx, who, { operation, participantRef: about?.participantRef ?? null });
  return { ...meeting, host, guest, waiting, act, muted };
}
type Scene = Awaited<ReturnType<typeof scene>>;

describe('a host in the page', () => {
  type Row = [
    HostAction['operation'],
    'guest' | 'waiting' | null,
    (one: Scene) => unknown,
    unknown,
    ((one: Scene) => Promise<unknown>)?,
  ];
  const guestState = ({ stateOf, guest }: Scene) => stateOf(guest.participantRef);
  const waitingState = ({ stateOf, waiting }: Scene) => stateOf(waiting.participantRef);
  const guestRole = async ({ ctx, request, guest }: Scene) =>
    (await readParticipant(ctx, { ...request, participantRef: guest.participantRef })).role;
  const isLocked = async ({ world, meetingRef }: Scene) => (await world.meeting(meetingRef)).locked;

  // Promise: I15, 125
  test.each<Row>([
    ['admitParticipant', 'waiting', waitingState, 'admitted'],
    ['refuseParticipant', 'waiting', waitingState, 'refused: refused'],
    ['admitAll', null, waitingState, 'admitted'],
    ['removeParticipant', 'guest', guestState, 'removed: removed'],
    ['muteParticipant', 'guest', ({ muted }) => muted.length, 1],
    [
      'unlockMedia',
      'guest',
      async ({ ctx, guest }) =>
        (await findParticipant(ctx.db, guest.participantRef))?.locked_sources,
      [],
      ({ ctx, request, guest: { participantRef } }) =>
        muteParticipant(ctx, { ...request, participantRef, source: 'screen', lock: true }),
    ],
    ['muteAll', null, ({ muted }) => muted.length, 2],
    ['lockMeeting', null, isLocked, true],
    ['unlockMeeting', null, isLocked, false, ({ act, host }) => act(host, 'lockMeeting')],
    ['makeHost', 'guest', guestRole, 'host'],
    [
      'makeGuest',
      'guest',
      guestRole,
      'guest',
      ({ act, host, guest }) => act(host, 'makeHost', guest),
    ],
    [
      'lowerHand',
      'guest',
      async ({ ctx, request, guest }) =>
        (await readParticipant(ctx, { ...request, participantRef: guest.participantRef }))
          .handRaisedAt,
      null,
      ({ ctx, guest }) => raiseHand(ctx, guest, true),
    ],
    [
      'endMeeting',
      null,
      async ({ world, meetingRef }) => {
        const { state, state_reason: reason } = await world.meeting(meetingRef);
        return [state, reason];
      },
      ['ending', 'ended_by_host'],
    ],
  ])(
    '%s has the effect of the API; a guest who tries is refused',
    async (operation, about, effect, expected, prepare) => {
      const one = await scene();
      const whom = about && one[about];
      const attempt = one.act(one.guest, operation, whom);
      await expect(attempt).rejects.toMatchObject({ code: 'host_required' });
      await prepare?.(one);
      expect(await effect(one)).not.toEqual(expected);
      await one.act(one.host, operation, whom);
      expect(await effect(one)).toEqual(expected);
    },
  );

  test('a former host decides nothing', async () => {
    const { ctx, act, host, guest, waiting, request } = await scene();
    await act(host, 'makeHost', guest);
    await act(guest, 'makeGuest', host);
    await expect(act(host, 'admitAll')).rejects.toMatchObject({ code: 'host_required' });
    await act(guest, 'admitParticipant', waiting);
    await setRole(ctx, { ...request, participantRef: guest.participantRef, role: 'guest' });
    await expect(act(guest, 'lockMeeting')).rejects.toMatchObject({ code: 'host_required' });
  });

  test('a role stays as it was when the meeting ended', async () => {
    const { ctx, act, host, guest, request, eventsOf } = await scene();
    await act(host, 'endMeeting');
    const { participantRef } = guest;
    const before = await eventsOf(participantRef);
    await expect(setRole(ctx, { ...request, participantRef, role: 'host' })).rejects.toMatchObject({
      code: 'invalid_state',
      members: { meetingState: 'ending' },
    });
    const { participant } = await setRole(ctx, { ...request, participantRef, role: 'guest' });
    expect([participant.role, await eventsOf(participantRef)]).toEqual(['guest', before]);
  });

  test('of two hosts who remove each other, or take the role from each other, at once, one succeeds', async () => {
    for (const operation of ['makeGuest', 'removeParticipant'] as const) {
      const { ctx, act, host, guest, request } = await scene();
      await act(host, 'makeHost', guest);
      const outcomes = await Promise.allSettled([
        act(host, operation, guest),
        act(guest, operation, host),
      ]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const people = await Promise.all(
        [host, guest].map(({ participantRef }) =>
          readParticipant(ctx, { ...request, participantRef }),
        ),
      );
      const hosts = people.filter(({ role, state }) => role === 'host' && state === 'present');
      expect(hosts).toHaveLength(1);
    }
  });

  test('nobody of another meeting is touched', async () => {
    const [one, other] = [await scene(), await scene()];
    for (const operation of ['admitParticipant', 'removeParticipant', 'makeHost'] as const)
      await expect(one.act(one.host, operation, other.waiting)).rejects.toMatchObject({
        code: 'participant_not_found',
      });
    expect(await other.stateOf(other.waiting.participantRef)).toBe('waiting');
  });

  test('sees who waits, and nobody else does', async () => {
    const { ctx, host, guest, waiting, act } = await scene();
    const room = await readWaitingRoom(ctx, host);
    expect(room).toMatchObject({
      locked: false,
      waiting: [{ participantRef: waiting.participantRef, displayName: 'Ana' }],
    });
    await expect(readWaitingRoom(ctx, guest)).rejects.toMatchObject({ code: 'host_required' });
    await act(host, 'lockMeeting');
    expect((await readWaitingRoom(ctx, host)).version).not.toBe(room.version);
  });
});
