import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Participant } from '../../../contract/generated/api.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import type { MediaEvent } from '../ports.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { attendanceOf } from './attendance.ts';
import { leaveMeeting } from './leave-meeting.ts';
import { noteConnected } from './note-connected.ts';
import { participantsCsv } from './participants-csv.ts';
import { listParticipants } from './read-participants.ts';

const { db } = await testDatabase();
const at = (seconds: number): Date => new Date(1_700_000_000_000 + seconds * 1000);
const secondsOf = (text: string | null) =>
  text === null ? null : (Date.parse(text) - at(0).getTime()) / 1000;

describe('the visits of a person, from media server events', () => {
  const meeting = { started_at: at(0), ending_at: null, ended_at: null };
  const present = { state: 'present', state_reason: null, left_at: null } as const;
  const gone = { state: 'left', state_reason: 'left', left_at: at(50) } as const;
  type Connection = { joined_at: Date; left_at: Date | null; reason: null };
  const connection = (from: number, to: number | null): Connection => ({
    joined_at: at(from),
    left_at: to === null ? null : at(to),
    reason: null,
  });

  test.each<[string, typeof present | typeof gone, Connection[], [number, number | null][]]>([
    ['one that stands has no end', present, [connection(10, null)], [[10, null]]],
    ['one that began before the meeting begins with it', present, [connection(-5, 20)], [[0, 20]]],
    ['a lost end is the moment when the person left', gone, [connection(10, null)], [[10, 50]]],
    [
      'a second connection ends the first',
      present,
      [connection(10, 31), connection(30, null)],
      [
        [10, 30],
        [30, null],
      ],
    ],
    [
      'they come in any order',
      gone,
      [connection(30, 40), connection(10, 20)],
      [
        [10, 20],
        [30, 40],
      ],
    ],
  ])('%s', (_, person, connections, expected) => {
    const { visits } = attendanceOf(person, connections, meeting, at(60));
    expect(visits.map((one) => [secondsOf(one.joinedAt), secondsOf(one.leftAt)])).toEqual(expected);
  });

  test('nothing lasts longer than the meeting', () => {
    const over = { ...meeting, ending_at: at(25), ended_at: at(25) };
    const { visits, attendedMs } = attendanceOf(
      { state: 'left', state_reason: 'meeting_ended', left_at: at(25) },
      [connection(10, 27), connection(26, 27)],
      over,
      at(60),
    );
    expect(visits.map((one) => [secondsOf(one.leftAt), one.reason])).toEqual([
      [25, 'meeting_ended'],
    ]);
    expect(attendedMs).toBe(15_000);
  });
});

async function scene() {
  const world = coreScene(db);
  const link = await world.newMeeting();
  const { meetingRef } = link;
  const told: MediaEvent[] = [];
  const tell = async (): Promise<void> => {
    for (const event of world.media.undelivered.splice(0)) {
      told.push(event);
      await noteMediaEvent(world.ctx, event);
    }
  };
  const enter = async (displayName: string) => {
    const guest = await comeIn(world.ctx, { ...link, displayName });
    world.media.connect(meetingRef, guest.participantRef);
    await tell();
    return guest;
  };
  const request = { actor: world.actor, meetingRef };
  const all = async (): Promise<Participant[]> =>
    (await listParticipants(world.ctx, { ...request, states: [], page: null })).participants;
  const events = async () => {
    const rows = await db
      .selectFrom('event')
      .select(['type', 'participant'])
      .where('meeting_ref', '=', meetingRef)
      .orderBy('position')
      .execute();
    return rows.map(({ type, participant }) => ({ type, ...participant }));
  };
  return { world, link, request, meetingRef, told, tell, enter, all, events };
}

// Promise: 116
test('a person who comes, leaves and comes back has two visits and one event for each step', async () => {
  const { world, meetingRef, tell, enter, all, events } = await scene();
  const ana = await enter('Ana');
  world.clock.advance(60);
  await leaveMeeting(world.ctx, ana);
  await tell();
  world.clock.advance(30);
  world.media.connect(meetingRef, ana.participantRef);
  await tell();
  world.clock.advance(10);
  const [person] = await all();
  expect(person).toMatchObject({ displayName: 'Ana', state: 'present', attendedMs: 70_000 });
  expect(person?.visits.map(({ reason }) => reason)).toEqual(['left', null]);
  expect((await events()).map(({ type }) => type)).toEqual([
    'participant.admitted',
    'meeting.state_changed',
    'participant.joined',
    'participant.left',
    'participant.joined',
  ]);
  expect((await events())[3]).toMatchObject({ durationMs: 60_000, reason: 'left', state: 'left' });
});

// Promise: 116
test('the event of a departure says the length of the visit, which begins with the meeting', async () => {
  const { world, link, meetingRef, tell, all, events } = await scene();
  const ana = await comeIn(world.ctx, { ...link, displayName: 'Ana' });
  world.media.connect(meetingRef, ana.participantRef);
  world.clock.advance(2);
  await noteConnected(world.ctx, ana);
  await tell();
  world.clock.advance(10);
  await leaveMeeting(world.ctx, ana);
  expect((await all())[0]?.attendedMs).toBe(10_000);
  expect((await events()).at(-1)).toMatchObject({ type: 'participant.left', durationMs: 10_000 });
});

// Promise: 114
test('a person who connects while the meeting is being cancelled was never in it', async () => {
  const { world, link, request, meetingRef, tell, all, events } = await scene();
  const ana = await comeIn(world.ctx, { ...link, displayName: 'Ana' });
  await cancelMeeting(world.ctx, { ...request, call: null });
  world.media.connect(meetingRef, ana.participantRef);
  world.clock.advance(2);
  world.media.disconnect(meetingRef, ana.participantRef);
  await tell();
  const [person] = await all();
  expect(person).toMatchObject({ stateReason: 'never_connected', visits: [], attendedMs: 0 });
  expect((await events()).map(({ type }) => type)).not.toContain('participant.joined');
});

test('a person who was admitted and never came has left without a visit when the meeting is over', async () => {
  const { world, link, request, enter, all } = await scene();
  await enter('Ana');
  await comeIn(world.ctx, { ...link, displayName: 'Ben' });
  await endMeeting(world.ctx, { ...request, call: null });
  expect((await all())[1]).toMatchObject({
    state: 'left',
    stateReason: 'never_connected',
    visits: [],
  });
});

test('everybody leaves with the meeting, and those of a revoked link with that reason', async () => {
  const { world, link, request, tell, enter, all } = await scene();
  await enter('Ana');
  const other = await scene();
  await other.enter('Ben');
  world.clock.advance(20);
  await endMeeting(world.ctx, { ...request, call: null });
  await world.work();
  await tell();
  expect((await all())[0]).toMatchObject({
    state: 'left',
    stateReason: 'meeting_ended',
    attendedMs: 20_000,
    visits: [{ reason: 'meeting_ended' }],
  });
  other.world.clock.advance(20);
  const { guestLinkRef } = other.link;
  await revokeGuestLink(other.world.ctx, { ...other.request, guestLinkRef });
  await other.world.work();
  await other.tell();
  expect((await other.all())[0]).toMatchObject({
    state: 'left',
    visits: [{ reason: 'link_revoked' }],
  });
  expect(link.meetingRef).not.toBe(other.meetingRef);
});

// Promise: I12, 114
test('I12: media events that come late, twice and shuffled give the same visits', async () => {
  const run = fc.asyncProperty(fc.infiniteStream(fc.nat()), async (order) => {
    const straight = await scene();
    const { world, meetingRef, all } = straight;
    const ana = await straight.enter('Ana');
    const story: MediaEvent[] = [];
    for (const seconds of [20, 7, 30, 5]) {
      world.clock.advance(seconds);
      if (seconds === 20 || seconds === 30) world.media.disconnect(meetingRef, ana.participantRef);
      else world.media.connect(meetingRef, ana.participantRef);
      story.push(...world.media.undelivered.splice(0));
    }
    const expected = [
      [0, 20],
      [27, 57],
      [62, null],
    ];
    const shuffled = [...story, ...story]
      .map((event, index) => ({
        event: { ...event, eventId: `${event.eventId}-${index}` },
        place: order.next().value,
      }))
      .toSorted((a, b) => a.place - b.place);
    for (const { event } of shuffled) await noteMediaEvent(world.ctx, event);
    const [person] = await all();
    const start = Date.parse(person?.visits[0]?.joinedAt ?? '');
    const seen = person?.visits.map(({ joinedAt, leftAt }) => [
      (Date.parse(joinedAt) - start) / 1000,
      leftAt === null ? null : (Date.parse(leftAt) - start) / 1000,
    ]);
    expect(seen?.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(seen?.[2]?.[0]).toBe(62);
  });
  await fc.assert(run, { numRuns: 10 });
});

// Promise: 113
test('the table has a line for each visit, and no text that a spreadsheet would run as a formula', async () => {
  const { world, enter, all } = await scene();
  const ana = await enter('=HYPERLINK("x"), Ana;=1+1;"=2;＝3');
  world.clock.advance(5);
  await leaveMeeting(world.ctx, ana);
  const lines = participantsCsv(await all()).split('\r\n');
  expect(lines[0]).toBe(
    'participantRef,displayName,role,kind,state,joinedAt,leftAt,reason,attendedMs,spokeMs',
  );
  expect(lines[1]).toContain(`,"'=HYPERLINK(""x""), Ana;'=1+1;'""=2;'＝3",guest,person,left,`);
  expect(lines[1]?.endsWith(',left,5000,0')).toBe(true);
  expect(lines.slice(2)).toEqual(['']);
});
