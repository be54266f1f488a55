import { describe, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { newRef } from '../ids.ts';
import type { MediaEvent } from '../ports.ts';
import { newMediaWatch } from './media-watch.ts';
import { noteMediaEvent } from './note-media-event.ts';
import { reconcileMeetings } from './reconcile-meetings.ts';

const { db } = await testDatabase();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };

async function connected() {
  await db.deleteFrom('meeting').execute();
  await db.deleteFrom('task').execute();
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  scene.media.connect(link.meetingRef, participantRef);
  const [joined] = scene.media.undelivered.splice(0);
  if (!joined) throw new Error('nothing told');
  return {
    scene,
    joined,
    participantRef,
    meetingRef: link.meetingRef,
    state: async () => (await scene.meeting(link.meetingRef)).state,
  };
}

describe('noteMediaEvent', () => {
  // Promise: M1
  it('begins the meeting when the first person came (M1), once', async () => {
    const { scene, joined, meetingRef } = await connected();
    await Promise.all([noteMediaEvent(scene.ctx, joined), noteMediaEvent(scene.ctx, joined)]);
    await noteMediaEvent(scene.ctx, joined);
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'in_progress',
      version: 2,
      room_sid: joined.roomSid,
    });
  });

  it.each<[string, Partial<MediaEvent>]>([
    [
      'machines',
      { participant: { identity: 'scribe_1', kind: 'machine', since: null, current: null } },
    ],
    ['rooms that it does not know', { meetingRef: 'mtg_unknown' }],
    ['events without a room', { meetingRef: null }],
    ['other events', { kind: 'other' }],
  ])('leaves the meeting alone on %s', async (_, change) => {
    const { scene, joined, state } = await connected();
    await noteMediaEvent(scene.ctx, { ...joined, ...change });
    expect(await state()).toBe('created');
  });

  // Promise: M1
  it('begins and ends a meeting whose room was over before anybody was known to have come (M1 and M6)', async () => {
    const { scene, joined, meetingRef } = await connected();
    await noteMediaEvent(scene.ctx, {
      ...joined,
      eventId: newRef('EV'),
      kind: 'room_finished',
      participant: null,
    });
    await noteMediaEvent(scene.ctx, joined);
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'ending',
      state_reason: 'room_empty',
      version: 3,
    });
  });

  // Promise: M6
  it('asks the media server before it believes that the room is over', async () => {
    const { scene, joined, state } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    await noteMediaEvent(scene.ctx, {
      ...joined,
      eventId: newRef('EV'),
      kind: 'room_finished',
      participant: null,
    });
    scene.clock.advance(60);
    await scene.work();
    expect(await state()).toBe('in_progress');
  });

  // Promise: M6
  it('gives people the empty-room time to come back when the media server loses their room', async () => {
    const { scene, joined, meetingRef, state } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    scene.media.restart();
    const over = { ...joined, kind: 'room_finished', participant: null } as const;
    await noteMediaEvent(scene.ctx, { ...over, eventId: newRef('EV') });
    scene.clock.advance(59);
    await scene.work();
    expect(await state()).toBe('in_progress');
    scene.clock.advance(1);
    await scene.work();
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'ending',
      state_reason: 'room_empty',
    });
  });

  // Promise: M6
  it('goes from the last person leaving to a transcript and a summary', async () => {
    const { scene, joined, meetingRef, participantRef } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    await scene.work(handlers);
    scene.media.disconnect(meetingRef, participantRef);
    for (const event of scene.media.undelivered.splice(0)) await noteMediaEvent(scene.ctx, event);
    for (const seconds of [61, 2, 2]) {
      scene.clock.advance(seconds);
      await scene.work(handlers);
    }
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'ended',
      state_reason: 'room_empty',
    });
    expect(await scene.artifact(meetingRef, 'transcript')).toMatchObject({
      status: 'available',
      result: 'complete',
    });
    expect(await scene.artifact(meetingRef, 'summary')).toMatchObject({
      status: 'available',
      result: 'complete',
      content: { overview: 'Hello.' },
    });
    expect(await scene.taskKinds(meetingRef)).toEqual([]);
  });
});

describe('reconcileMeetings', () => {
  // Promise: M1
  it('begins a meeting for which no event arrived, and ends it when everybody has left', async () => {
    const { scene, meetingRef, participantRef, state } = await connected();
    const watch = newMediaWatch();
    await reconcileMeetings(scene.ctx, watch);
    expect(await state()).toBe('in_progress');
    scene.media.disconnect(meetingRef, participantRef);
    scene.clock.advance(30);
    await reconcileMeetings(scene.ctx, watch);
    scene.clock.advance(61);
    await scene.work();
    expect(await state()).toBe('ending');
  });

  it('deletes the room of a meeting that is over', async () => {
    const { scene, joined, meetingRef } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    scene.clock.advance(86_401);
    await scene.work(handlers);
    await scene.media.openRoom(meetingRef, 60);
    await reconcileMeetings(scene.ctx, newMediaWatch());
    await scene.work(handlers);
    expect(await scene.media.listRooms()).toEqual([]);
  });

  // Promise: 33, M8
  it('gives a meeting up (M8) after ten minutes of asking in vain, as of the last sign of life', async () => {
    const { scene, joined, meetingRef, state } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    const lastSign = scene.clock.now();
    scene.media.up = false;
    const watch = newMediaWatch();
    for (let second = 0; second < 600; second += 30) {
      scene.clock.advance(30);
      await reconcileMeetings(scene.ctx, watch);
    }
    expect(await state()).toBe('in_progress');
    scene.clock.advance(30);
    await reconcileMeetings(scene.ctx, watch);
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'failed',
      state_reason: 'media_lost',
      ended_at: lastSign,
    });
  });

  // Promise: M8
  it('does not count time in which nobody asked', async () => {
    const { scene, joined, state } = await connected();
    await noteMediaEvent(scene.ctx, joined);
    scene.media.up = false;
    scene.clock.advance(7_200);
    await reconcileMeetings(scene.ctx, newMediaWatch());
    const watch = newMediaWatch();
    await reconcileMeetings(scene.ctx, watch);
    scene.clock.advance(7_200);
    await reconcileMeetings(scene.ctx, watch);
    expect(await state()).toBe('in_progress');
  });
});

describe('an identity that the service gave to nobody', () => {
  /** As LiveKit names a second connection with the same token. */
  async function withSecondIdentity() {
    const scene = coreScene(db);
    const link = await scene.newMeeting();
    const { meetingRef } = link;
    const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Mallory' });
    scene.media.connect(meetingRef, `${participantRef}#again`);
    const state = async () => (await scene.meeting(meetingRef)).state;
    const there = async () =>
      (await scene.media.listParticipants(meetingRef)).map(({ identity }) => identity);
    return { scene, meetingRef, participantRef, state, there };
  }

  // Promise: I17, 127
  it('is removed from the room and starts no meeting, by its event and by a comparison', async () => {
    const { scene, meetingRef, participantRef, state, there } = await withSecondIdentity();
    for (const event of scene.media.undelivered.splice(0)) await noteMediaEvent(scene.ctx, event);
    expect([await there(), await state()]).toEqual([[], 'created']);
    scene.media.connect(meetingRef, `${participantRef}#again`);
    await reconcileMeetings(scene.ctx, newMediaWatch());
    expect([await there(), await state()]).toEqual([[], 'created']);
  });

  it('does not keep a meeting going that everyone else has left', async () => {
    const { scene, meetingRef, participantRef, state } = await withSecondIdentity();
    scene.media.connect(meetingRef, participantRef);
    scene.media.disconnect(meetingRef, participantRef);
    const [, ...events] = scene.media.undelivered.splice(0);
    for (const event of events) await noteMediaEvent(scene.ctx, event);
    expect(await state()).toBe('in_progress');
    scene.clock.advance(61);
    await scene.work(handlers);
    expect(await state()).toBe('ending');
  });
});
