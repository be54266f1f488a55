import { describe, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { leaveMeeting } from './leave-meeting.ts';
import { noteConnected } from './note-connected.ts';
import { readParticipant } from './read-participants.ts';
import { renewAdmission } from './renew-admission.ts';

const { db } = await testDatabase();

async function joined() {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  return { scene, link, admission };
}

describe('noteConnected', () => {
  // Promise: 33, M1
  it('begins the meeting (M1), with a capture to make and a longest duration', async () => {
    const { scene, link, admission } = await joined();
    expect(await noteConnected(scene.ctx, admission)).toEqual({ meetingState: 'in_progress' });
    expect((await scene.meeting(link.meetingRef)).started_at).toEqual(scene.clock.now());
    expect(await scene.taskKinds(link.meetingRef)).toEqual(['attend_meeting', 'max_run']);
    const capture = await db
      .selectFrom('capture')
      .selectAll()
      .where('meeting_ref', '=', link.meetingRef)
      .executeTakeFirst();
    expect(capture?.state).toBe('wanted');
  });

  it('captures nothing when speech is off', async () => {
    const scene = coreScene(db, { speech: 'off' });
    const link = await scene.newMeeting();
    const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    expect(admission.transcribed).toBe(false);
    await noteConnected(scene.ctx, admission);
    expect(await scene.taskKinds(link.meetingRef)).toEqual(['max_run']);
  });

  it('accepts only a caller who proves to be the participant', async () => {
    const { scene, admission } = await joined();
    await expect(
      noteConnected(scene.ctx, { ...admission, participantSecret: 'x' }),
    ).rejects.toMatchObject({ code: 'guest_link_not_usable' });
    await expect(
      noteConnected(scene.ctx, { ...admission, participantRef: 'pt_unknown' }),
    ).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
  });
});

describe('leaveMeeting', () => {
  // Promise: 33
  it('removes the person from the room, and starts the empty-room time when nobody is left', async () => {
    const { scene, link, admission } = await joined();
    scene.media.connect(link.meetingRef, admission.participantRef);
    await noteConnected(scene.ctx, admission);
    await leaveMeeting(scene.ctx, admission);
    expect(await scene.media.listParticipants(link.meetingRef)).toEqual([]);
    expect(await scene.taskKinds(link.meetingRef)).toContain('empty_room');
    scene.clock.advance(61);
    await scene.work();
    expect(await scene.meeting(link.meetingRef)).toMatchObject({
      state: 'ending',
      state_reason: 'room_empty',
    });
  });

  // Promise: M6
  it('lets the meeting continue when someone returns in time', async () => {
    const { scene, link, admission } = await joined();
    await noteConnected(scene.ctx, admission);
    await leaveMeeting(scene.ctx, admission);
    scene.clock.advance(50);
    const again = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    scene.clock.advance(20);
    await scene.work();
    scene.media.connect(link.meetingRef, again.participantRef);
    for (const event of scene.media.undelivered) await noteMediaEvent(scene.ctx, event);
    expect(await scene.taskKinds(link.meetingRef)).not.toContain('empty_room');
    expect((await scene.meeting(link.meetingRef)).state).toBe('in_progress');
  });

  async function leftWhileConnecting() {
    const { scene, link, admission } = await joined();
    const { ctx, actor, media, clock } = scene;
    const { meetingRef } = link;
    const { participantRef } = admission;
    const tell = async () => {
      for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    };
    const read = async () => {
      const { state, stateReason } = await readParticipant(ctx, {
        actor,
        meetingRef,
        participantRef,
      });
      return [state, stateReason];
    };
    const connect = () => media.connect(meetingRef, participantRef);
    const disconnect = () => media.disconnect(meetingRef, participantRef);
    return { ctx, clock, admission, tell, read, connect, disconnect };
  }

  // Promise: 114
  it('counts as leaving while the page is still connecting, whenever the connection comes up', async () => {
    const early = await leftWhileConnecting();
    early.connect();
    await leaveMeeting(early.ctx, early.admission);
    await early.tell();
    expect(await early.read()).toEqual(['left', 'left']);
    const late = await leftWhileConnecting();
    await leaveMeeting(late.ctx, late.admission);
    late.clock.advance(2);
    late.connect();
    await late.tell();
    late.disconnect();
    await late.tell();
    expect(await late.read()).toEqual(['left', 'left']);
  });

  // Promise: 114
  it('hides nobody who connects all the same and stays, or comes back with a new token', async () => {
    const staying = await leftWhileConnecting();
    await leaveMeeting(staying.ctx, staying.admission);
    staying.connect();
    await staying.tell();
    staying.clock.advance(30);
    await reconcileMeetings(staying.ctx, newMediaWatch());
    expect(await staying.read()).toEqual(['present', null]);
    const back = await leftWhileConnecting();
    await leaveMeeting(back.ctx, back.admission);
    back.clock.advance(2);
    await renewAdmission(back.ctx, back.admission);
    back.connect();
    await back.tell();
    expect(await back.read()).toEqual(['present', null]);
  });
});
