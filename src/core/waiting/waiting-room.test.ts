import { describe, expect, test } from 'vitest';
import { hostedMeeting, secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { NewMeetingOptions } from '../../../contract/generated/api.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { newRef } from '../ids.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { admitAll, admitParticipant, refuseParticipant } from './decide-waiting.ts';
import { entryOf } from './entry.ts';
import { leaveMeeting } from '../participant/leave-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readWaitingState } from './note-waiting.ts';
import { renewAdmission } from '../participant/renew-admission.ts';

const { db } = await testDatabase();

const scene = (options: NewMeetingOptions, maxUses?: number) => hostedMeeting(db, options, maxUses);

async function usesOf(guestLinkRef: string): Promise<number> {
  const row = await db
    .selectFrom('guest_link')
    .select('uses')
    .where('guest_link_ref', '=', guestLinkRef)
    .executeTakeFirstOrThrow();
  return row.uses;
}

describe('who is admitted at once', () => {
  type Row = [
    'host' | 'guest',
    'direct' | 'ask' | null,
    'direct' | 'ask',
    boolean,
    boolean,
    string,
  ];
  // Promise: 121
  test.each<Row>([
    ['guest', null, 'direct', true, false, 'admitted'],
    ['guest', null, 'ask', true, false, 'waiting'],
    ['guest', 'direct', 'ask', true, false, 'admitted'],
    ['guest', 'ask', 'direct', true, true, 'waiting'],
    ['guest', 'direct', 'direct', false, false, 'waiting'],
    ['guest', 'direct', 'direct', false, true, 'admitted'],
    ['guest', 'ask', 'direct', false, true, 'waiting'],
    ['host', 'ask', 'ask', false, false, 'admitted'],
  ])(
    'a %s by a link that says %s, in a meeting that says %s, before a host: %s, with a host: %s, is %s',
    (role, own, admission, joinBeforeHost, hostIsPresent, state) => {
      const options = { admission, joinBeforeHost };
      expect(entryOf({ role, admission: own }, options, { hostIsPresent })).toBe(state);
    },
  );
});

describe('a guest who waits', () => {
  // Promise: I11, 122
  test('I11: cannot get into the room before someone admits them', async () => {
    const { ctx, media, meetingRef, knock, request, stateOf, eventsOf } = await scene({
      admission: 'ask',
    });
    const ana = await knock('Ana');
    expect(ana).toEqual({
      participantRef: expect.stringMatching(/^pt_/),
      participantSecret: expect.any(String),
      needsHost: false,
    });
    await expect(renewAdmission(ctx, ana)).rejects.toMatchObject({ code: 'not_admitted' });
    await expect(noteConnected(ctx, ana)).rejects.toMatchObject({ code: 'guest_link_not_usable' });
    expect(await stateOf(ana.participantRef)).toBe('waiting');
    await admitParticipant(ctx, { ...request, participantRef: ana.participantRef });
    const { mediaToken } = await renewAdmission(ctx, ana);
    expect(mediaToken).toContain(ana.participantRef);
    media.connect(meetingRef, ana.participantRef);
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    expect(await stateOf(ana.participantRef)).toBe('present');
    expect(await eventsOf(ana.participantRef)).toEqual([
      'participant.waiting',
      'participant.admitted',
      'participant.joined',
    ]);
  });

  test('is removed from the room if the media server still sees them there', async () => {
    const { world, ctx, media, meetingRef, knock, enter, stateOf } = await scene({
      admission: 'ask',
    });
    const host = await enter('Host');
    const ana = await knock('Ana');
    media.connect(meetingRef, ana.participantRef);
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    await world.work();
    const there = await media.listParticipants(meetingRef);
    expect(there.map(({ identity }) => identity)).toEqual([host.participantRef]);
    expect(await stateOf(ana.participantRef)).toBe('waiting');
  });

  test('is told when they are refused, and that is final', async () => {
    const { ctx, knock, request, stateOf, eventsOf } = await scene({ admission: 'ask' });
    const ana = await knock('Ana');
    const which = { ...request, participantRef: ana.participantRef };
    await refuseParticipant(ctx, which);
    // The other host decides a moment later.
    const late = await admitParticipant(ctx, which);
    expect(late.participant.state).toBe('refused');
    expect(await readWaitingState(ctx, ana, 'shown')).toMatchObject({ state: 'refused' });
    for (const trick of [renewAdmission, noteConnected, leaveMeeting])
      await expect(trick(ctx, ana)).rejects.toMatchObject({
        code: expect.stringMatching(/guest_link_not_usable/),
      });
    expect(await stateOf(ana.participantRef)).toBe('refused: refused');
    expect(await eventsOf(ana.participantRef)).toEqual([
      'participant.waiting',
      'participant.refused',
    ]);
  });

  // Promise: 122
  test('has left a minute after the last sign of life, or ten when the page was hidden', async () => {
    const { world, ctx, knock, guests, stateOf } = await scene({ admission: 'ask' }, 3);
    const [closed, phone, open] = [await knock('Ana'), await knock('Ben'), await knock('Cleo')];
    expect(await usesOf(guests.guestLinkRef)).toBe(3);
    await readWaitingState(ctx, phone, 'hidden');
    world.clock.advance(50);
    await readWaitingState(ctx, open, 'shown');
    world.clock.advance(20);
    await world.work();
    expect(await stateOf(closed.participantRef)).toBe('left: connection_lost');
    expect([await stateOf(phone.participantRef), await stateOf(open.participantRef)]).toEqual([
      'waiting',
      'waiting',
    ]);
    world.clock.advance(540);
    await readWaitingState(ctx, open, 'shown');
    await world.work();
    expect(await stateOf(phone.participantRef)).toBe('left: connection_lost');
    expect(await stateOf(open.participantRef)).toBe('waiting');
    expect(await usesOf(guests.guestLinkRef)).toBe(1);
    // Someone who waited and left holds nothing that lets them in.
    await expect(renewAdmission(ctx, closed)).rejects.toMatchObject({ code: 'not_admitted' });
  });

  test('has left a minute after the last sign of life, also while a hidden page keeps waiting', async () => {
    const { world, ctx, knock, stateOf } = await scene({ admission: 'ask' }, 2);
    const phone = await knock('Ben');
    await readWaitingState(ctx, phone, 'hidden');
    world.clock.advance(61);
    await world.work();
    const closed = await knock('Ana');
    world.clock.advance(61);
    await world.work();
    await readWaitingState(ctx, phone, 'shown');
    world.clock.advance(61);
    await world.work();
    expect(await stateOf(closed.participantRef)).toBe('left: connection_lost');
    expect(await stateOf(phone.participantRef)).toBe('left: connection_lost');
  });

  test('leaves with the meeting, with the link, and by themselves', async () => {
    const one = await scene({ admission: 'ask' });
    const [ana, ben] = [await one.knock('Ana'), await one.knock('Ben')];
    await leaveMeeting(one.ctx, ana);
    const { guestLinkRef } = one.guests;
    await revokeGuestLink(one.ctx, { ...one.request, guestLinkRef });
    expect([await one.stateOf(ana.participantRef), await one.stateOf(ben.participantRef)]).toEqual([
      'left: left',
      'left: link_revoked',
    ]);
    const other = await scene({ admission: 'ask' });
    await other.enter('Host');
    const cleo = await other.knock('Cleo');
    await endMeeting(other.ctx, other.request);
    expect(await other.stateOf(cleo.participantRef)).toBe('left: meeting_ended');
  });

  test('is refused when the meeting is locked, and when as many wait as fit', async () => {
    const { ctx, knock, request } = await scene({ admission: 'ask', maxParticipants: 2 });
    await knock('Ana');
    await knock('Ben');
    await expect(knock('Cleo')).rejects.toMatchObject({ code: 'meeting_full' });
    await setMeetingLock(ctx, { ...request, locked: true });
    await expect(knock('Dan')).rejects.toMatchObject({ code: 'meeting_locked' });
  });
});

describe('everybody who waits', () => {
  test('enters by one call, in order, until the meeting is full', async () => {
    const { ctx, knock, enter, request, stateOf } = await scene({
      admission: 'ask',
      maxParticipants: 3,
    });
    await enter('Host');
    const waiting = [await knock('Ana'), await knock('Ben'), await knock('Cleo')];
    await admitAll(ctx, request);
    const states = await Promise.all(waiting.map((one) => stateOf(one.participantRef)));
    expect(states).toEqual(['admitted', 'admitted', 'waiting']);
    const [, , cleo] = waiting;
    const which = { ...request, participantRef: cleo?.participantRef ?? '' };
    await expect(admitParticipant(ctx, which)).rejects.toMatchObject({ code: 'meeting_full' });
  });

  // Promise: 123
  test('enters with the host, except those about whom the host decides', async () => {
    const { ctx, knock, enter, request, stateOf } = await scene({ joinBeforeHost: false });
    const ana = await knock('Ana');
    expect(ana.needsHost).toBe(true);
    const call = { tenant: 'acme', method: 'POST', path: '/asked', key: newRef('k') };
    const { guestLink } = await createGuestLink(ctx, {
      ...request,
      options: { admission: 'ask' },
      call,
    });
    const ben = await knock('Ben', secretOf(guestLink));
    const host = await enter('Host');
    expect([await stateOf(ana.participantRef), await stateOf(ben.participantRef)]).toEqual([
      'admitted',
      'waiting',
    ]);
    expect(await readWaitingState(ctx, ben, 'shown')).toMatchObject({
      state: 'waiting',
      needsHost: false,
    });
    await leaveMeeting(ctx, host);
    expect((await knock('Cleo')).needsHost).toBe(true);
  });
});
