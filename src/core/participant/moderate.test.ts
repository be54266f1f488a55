import { describe, expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { raiseHand } from '../hand/raise-hand.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { MediaUnavailable } from '../ports.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { muteAll, muteParticipant, removeParticipant } from './moderate.ts';
import { noteConnected } from './note-connected.ts';
import { openLobby } from './open-lobby.ts';
import { readParticipant } from './read-participants.ts';
import { renewAdmission } from './renew-admission.ts';

const { db } = await testDatabase();

async function scene() {
  const world = coreScene(db);
  const { ctx, actor, media } = world;
  const link = await world.newMeeting();
  const { meetingRef } = link;
  const join = (displayName: string) => comeIn(ctx, { ...link, displayName });
  const enter = async (displayName: string) => {
    const guest = await join(displayName);
    media.connect(meetingRef, guest.participantRef);
    await noteConnected(ctx, guest);
    return guest;
  };
  const there = async () =>
    (await media.listParticipants(meetingRef)).map(({ identity }) => identity);
  const request = { actor, meetingRef, call: null };
  const remove = (participantRef: string, revokeLink = false) =>
    removeParticipant(ctx, { ...request, participantRef, revokeLink });
  const eventTypes = async () => {
    const rows = await db
      .selectFrom('event')
      .select('type')
      .where('meeting_ref', '=', meetingRef)
      .orderBy('position')
      .execute();
    return rows.map(({ type }) => type);
  };
  return { world, ctx, media, link, meetingRef, join, enter, there, request, remove, eventTypes };
}

describe('a participant who is removed', () => {
  // Promise: I17, 127
  test('I17: is removed from the room, and every trick to come back fails', async () => {
    const { world, ctx, media, meetingRef, enter, there, request, remove } = await scene();
    const [ana, ben] = [await enter('Ana'), await enter('Ben')];
    const tell = async () => {
      for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    };
    await tell();
    world.clock.advance(10);
    const { participant } = await remove(ben.participantRef);
    expect(participant).toMatchObject({ state: 'removed', stateReason: 'removed' });
    await world.work();
    expect(await there()).toEqual([ana.participantRef]);
    await tell();
    const { participantRef } = ben;
    const removed = await readParticipant(ctx, { ...request, participantRef });
    expect(removed).toMatchObject({ state: 'removed', visits: [{ reason: 'removed' }] });
    // The media token that Ben still holds connects again, and the media server says so.
    world.clock.advance(5);
    media.connect(meetingRef, ben.participantRef);
    await tell();
    world.clock.advance(1);
    await world.work();
    await tell();
    expect(await there()).toEqual([ana.participantRef]);
    for (const trick of [renewAdmission, noteConnected])
      await expect(trick(ctx, ben)).rejects.toMatchObject({ code: 'guest_link_not_usable' });
    expect(await readParticipant(ctx, { ...request, participantRef })).toEqual(removed);
  });

  test('has one event, however often the removal is requested', async () => {
    const { enter, remove, eventTypes } = await scene();
    const ana = await enter('Ana');
    await remove(ana.participantRef);
    await remove(ana.participantRef);
    const types = await eventTypes();
    expect(types.filter((type) => type === 'participant.removed')).toHaveLength(1);
    expect(types).not.toContain('participant.left');
  });

  // Promise: 127
  test('leaves the others in, and the link works for a newcomer unless it is revoked too', async () => {
    const { world, enter, join, there, remove } = await scene();
    const [ana, ben] = [await enter('Ana'), await enter('Ben')];
    await remove(ana.participantRef);
    await world.work();
    const cleo = await enter('Cleo');
    expect(await there()).toEqual([ben.participantRef, cleo.participantRef]);
    await remove(ben.participantRef, true);
    await world.work();
    expect(await there()).toEqual([]);
    await expect(join('Dan')).rejects.toMatchObject({ code: 'guest_link_not_usable' });
  });

  test('must be one of this meeting', async () => {
    const [one, other] = [await scene(), await scene()];
    const { participantRef } = await other.enter('Ana');
    await expect(one.remove(participantRef)).rejects.toMatchObject({
      code: 'participant_not_found',
    });
  });
});

// Promise: meeting_locked, 128
test('a locked meeting lets nobody new in; people inside may reconnect', async () => {
  const { ctx, link, join, enter, request } = await scene();
  const ana = await enter('Ana');
  const isLocked = async () => (await openLobby(ctx, link)).locked;
  expect(await isLocked()).toBe(false);
  const locked = await setMeetingLock(ctx, { ...request, locked: true });
  expect(locked.meeting.locked).toBe(true);
  await expect(join('Ben')).rejects.toMatchObject({ code: 'meeting_locked' });
  expect((await renewAdmission(ctx, ana)).participantRef).toBe(ana.participantRef);
  const again = await setMeetingLock(ctx, { ...request, locked: true });
  expect(again.version).toBe(locked.version);
  expect(await isLocked()).toBe(true);
  await setMeetingLock(ctx, { ...request, locked: false });
  expect(await isLocked()).toBe(false);
  await join('Ben');
});

// Promise: 126
test('muting asks the media server for one source of one person, or for every microphone', async () => {
  const { ctx, media, enter, request } = await scene();
  const [ana, ben] = [await enter('Ana'), await enter('Ben')];
  const asked: unknown[] = [];
  media.mute = async (...of) => void asked.push(of);
  const { participantRef } = ana;
  await muteParticipant(ctx, { ...request, participantRef, source: 'camera', lock: false });
  await muteAll(ctx, request);
  expect(asked).toEqual([
    [request.meetingRef, [ana.participantRef], 'camera'],
    [request.meetingRef, [ana.participantRef, ben.participantRef], 'microphone'],
  ]);
  media.mute = () => Promise.reject(new MediaUnavailable('away'));
  await expect(muteAll(ctx, request)).rejects.toMatchObject({ code: 'unavailable' });
});

// Promise: 126
test('a lock holds in the room although an older change to the same person reaches it later', async () => {
  const { ctx, media, enter, request } = await scene();
  const ana = await enter('Ana');
  const { participantRef } = ana;
  const arrived: string[][] = [];
  let isFirst = true;
  media.updateParticipant = async (_, __, { sends }) => {
    if (isFirst) {
      isFirst = false;
      const mute = { ...request, participantRef, source: 'microphone' as const, lock: true };
      await muteParticipant(ctx, mute);
    }
    arrived.push([...sends]);
  };
  await raiseHand(ctx, ana, true);
  expect(arrived.at(-1)).toEqual(['camera', 'screen']);
});
