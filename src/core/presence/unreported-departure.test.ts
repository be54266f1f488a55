import { expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { newMediaWatch } from './media-watch.ts';
import { noteMediaEvent } from './note-media-event.ts';
import { reconcileMeetings } from './reconcile-meetings.ts';

const { db } = await testDatabase();

// Promise: 114
test('whoever is gone after an outage has attended until the last sign of the media server', async () => {
  const { ctx, actor, clock, media, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const enter = async (displayName: string) => {
    const admission = await comeIn(ctx, { ...link, displayName });
    media.connect(meetingRef, admission.participantRef);
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    return admission;
  };
  const [ana, ben] = [await enter('Ana'), await enter('Ben')];
  clock.advance(30);
  await reconcileMeetings(ctx, newMediaWatch());
  media.disconnect(meetingRef, ana.participantRef);
  media.undelivered.splice(0);
  clock.advance(3_600);
  await reconcileMeetings(ctx, newMediaWatch());
  const attended = async ({ participantRef }: { participantRef: string }) =>
    (await readParticipant(ctx, { actor, meetingRef, participantRef })).attendedMs / 1000;
  expect([await attended(ana), await attended(ben)]).toEqual([30, 3_630]);
  const events = await db
    .selectFrom('event')
    .selectAll()
    .where('meeting_ref', '=', meetingRef)
    .execute();
  expect(events.find(({ type }) => type === 'participant.left')?.participant).toMatchObject({
    durationMs: 30_000,
    reason: 'connection_lost',
  });
});

/** Ana was there for a minute, and nobody reported that she left. */
async function unreported() {
  const { ctx, actor, clock, media, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const report = async () => {
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  };
  const [ana, ben] = [
    await comeIn(ctx, { ...link, displayName: 'Ana' }),
    await comeIn(ctx, { ...link, displayName: 'Ben' }),
  ];
  for (const { participantRef } of [ana, ben]) media.connect(meetingRef, participantRef);
  await report();
  clock.advance(60);
  await reconcileMeetings(ctx, newMediaWatch());
  media.disconnect(meetingRef, ana.participantRef);
  const [departure] = media.undelivered.splice(0);
  if (!departure) throw new Error('no event');
  clock.advance(30);
  await reconcileMeetings(ctx, newMediaWatch());
  const attended = async () => {
    const { participantRef } = ana;
    const { visits, attendedMs } = await readParticipant(ctx, {
      actor,
      meetingRef,
      participantRef,
    });
    return [...visits.map(({ reason }) => reason), attendedMs / 1000];
  };
  const comeBack = async () => {
    await renewAdmission(ctx, ana);
    media.connect(meetingRef, ana.participantRef);
  };
  return { ctx, clock, ana, departure, report, attended, comeBack };
}

test('a departure that nobody reports is noticed at the next comparison, and corrected by a late report', async () => {
  const { ctx, departure, attended } = await unreported();
  expect(await attended()).toEqual(['connection_lost', 90]);
  await noteMediaEvent(ctx, departure);
  expect(await attended()).toEqual(['connection_lost', 60]);
});

test.each(['the media server', 'the page'])(
  'the time away is not attended, even if nobody reported the departure and %s reports the return first',
  async (first) => {
    const { ctx, clock, ana, departure, report, attended, comeBack } = await unreported();
    clock.advance(3_600);
    await comeBack();
    if (first === 'the page') await noteConnected(ctx, ana);
    await report();
    clock.advance(10);
    expect(await attended()).toEqual(['connection_lost', null, 100]);
    await noteMediaEvent(ctx, departure);
    expect(await attended()).toEqual(['connection_lost', null, 70]);
  },
);

test('a person who was taken for gone, and was there all the time, has one visit', async () => {
  const { ctx, clock, ana, attended } = await unreported();
  clock.advance(30);
  await noteConnected(ctx, ana);
  clock.advance(10);
  expect(await attended()).toEqual([null, 130]);
});

/** Ana is inside. Ben comes too, and nobody reports that yet. */
async function unreportedVisit() {
  const { ctx, actor, clock, media, newMeeting, work } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const [ana, { participantRef }] = [
    await comeIn(ctx, { ...link, displayName: 'Ana' }),
    await comeIn(ctx, { ...link, displayName: 'Ben' }),
  ];
  media.connect(meetingRef, ana.participantRef);
  for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  clock.advance(5);
  media.connect(meetingRef, participantRef);
  clock.advance(5);
  const read = async () => {
    const ben = await readParticipant(ctx, { actor, meetingRef, participantRef });
    return [ben.state, ben.stateReason, ...ben.visits.map(({ reason }) => reason)];
  };
  return { ctx, actor, clock, media, work, meetingRef, participantRef, read };
}

// Promise: 114
test.each(['in order', 'backwards'])(
  'whoever connected just before the end was there until the end, even if that is reported late and %s',
  async (order) => {
    const { ctx, actor, media, work, meetingRef, read } = await unreportedVisit();
    await endMeeting(ctx, { actor, meetingRef, call: null });
    expect(await read()).toEqual(['left', 'never_connected']);
    await work();
    const late = media.undelivered.splice(0);
    for (const event of order === 'in order' ? late : late.toReversed())
      await noteMediaEvent(ctx, event);
    expect(await read()).toEqual(['left', 'meeting_ended', 'meeting_ended']);
  },
);

// Promise: 114
test('a visit that is reported only after its end still tells why the person left', async () => {
  const { ctx, clock, media, meetingRef, participantRef, read } = await unreportedVisit();
  media.disconnect(meetingRef, participantRef);
  clock.advance(61);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await read()).toEqual(['left', 'never_connected']);
  for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  expect(await read()).toEqual(['left', 'connection_lost', 'connection_lost']);
});
