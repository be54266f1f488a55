import { describe, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { leaveMeeting } from './leave-meeting.ts';
import { removeParticipant } from './moderate.ts';
import { noteConnected } from './note-connected.ts';
import { renewAdmission } from './renew-admission.ts';

const { db } = await testDatabase();

async function joined() {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const { participantRef, participantSecret } = await comeIn(scene.ctx, {
    ...link,
    displayName: 'Ana',
  });
  return { scene, link, proof: { participantRef, participantSecret } };
}

describe('renewAdmission', () => {
  it('gives the last person, who left and renews, the whole empty-room time to connect', async () => {
    const { scene, link, proof } = await joined();
    await noteConnected(scene.ctx, proof);
    await leaveMeeting(scene.ctx, proof);
    scene.clock.advance(50);
    await renewAdmission(scene.ctx, proof);
    scene.clock.advance(20);
    await scene.work();
    expect((await scene.meeting(link.meetingRef)).state).toBe('in_progress');
  });

  it('keeps everybody who is inside, and refuses a person whose place others took meanwhile', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 1 });
    const link = await scene.newMeeting();
    const ana = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    await noteConnected(scene.ctx, ana);
    await renewAdmission(scene.ctx, ana);
    await leaveMeeting(scene.ctx, ana);
    await comeIn(scene.ctx, { ...link, displayName: 'Ben' });
    await expect(renewAdmission(scene.ctx, ana)).rejects.toMatchObject({ code: 'meeting_full' });
  });

  it('keeps the place of a person who renewed before the old connection was found dead, until they leave', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 1 });
    const link = await scene.newMeeting();
    const tell = async () => {
      for (const event of scene.media.undelivered.splice(0)) await noteMediaEvent(scene.ctx, event);
    };
    const ana = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    const benComes = () => comeIn(scene.ctx, { ...link, displayName: 'Ben' });
    const reconnect = async () => {
      scene.clock.advance(5);
      await renewAdmission(scene.ctx, ana);
      scene.clock.advance(5);
      scene.media.disconnect(link.meetingRef, ana.participantRef);
      await tell();
      await expect(benComes()).rejects.toMatchObject({ code: 'meeting_full' });
    };
    scene.media.connect(link.meetingRef, ana.participantRef);
    await tell();
    await reconnect();
    scene.media.connect(link.meetingRef, ana.participantRef);
    await tell();
    await reconnect();
    await leaveMeeting(scene.ctx, ana);
    const ben = await benComes();
    scene.media.connect(link.meetingRef, ben.participantRef);
    scene.media.disconnect(link.meetingRef, ben.participantRef);
    await tell();
    await comeIn(scene.ctx, { ...link, displayName: 'Cleo' });
  });

  it('keeps the place of a person who comes back to a restarted media server', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 1 });
    const link = await scene.newMeeting();
    const ana = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    await noteConnected(scene.ctx, ana);
    scene.clock.advance(100);
    scene.media.restart();
    await renewAdmission(scene.ctx, ana);
    scene.clock.advance(1);
    await reconcileMeetings(scene.ctx, newMediaWatch());
    await expect(comeIn(scene.ctx, { ...link, displayName: 'Ben' })).rejects.toMatchObject({
      code: 'meeting_full',
    });
    scene.clock.advance(600);
    await comeIn(scene.ctx, { ...link, displayName: 'Ben' });
  });

  it('gives the last place to one of several who come back at once, and to nobody else meanwhile', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 2 });
    const link = await scene.newMeeting();
    const come = (displayName: string) => comeIn(scene.ctx, { ...link, displayName });
    const away = [await come('Ana'), await come('Ben')];
    for (const person of away) {
      await noteConnected(scene.ctx, person);
      await leaveMeeting(scene.ctx, person);
    }
    const stays = await come('Cleo');
    await noteConnected(scene.ctx, stays);
    scene.clock.advance(1);
    const returns = await Promise.allSettled(
      away.map((person) => renewAdmission(scene.ctx, person)),
    );
    expect(returns.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(come('Dan')).rejects.toMatchObject({ code: 'meeting_full' });
    const back = away[returns.findIndex(({ status }) => status === 'fulfilled')] ?? stays;
    await renewAdmission(scene.ctx, back);
    scene.clock.advance(600);
    await come('Dan');
  });

  it('takes a place even for a person who was admitted long ago and never connected', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 1 });
    const link = await scene.newMeeting();
    const slow = await comeIn(scene.ctx, { ...link, displayName: 'Slow' });
    scene.clock.advance(600);
    await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    await expect(renewAdmission(scene.ctx, slow)).rejects.toMatchObject({ code: 'meeting_full' });
  });

  it('hands out another token for the same participant', async () => {
    const { scene, proof } = await joined();
    scene.clock.advance(500);
    const renewed = await renewAdmission(scene.ctx, proof);
    expect(renewed).toMatchObject(proof);
    expect(Date.parse(renewed.mediaTokenExpiresAt) - scene.clock.now().getTime()).toBe(600_000);
  });

  // Promise: I11, 127
  it('gives no token to a person who is removed while the media server is asked', async () => {
    const { scene, link, proof } = await joined();
    const { ctx, actor, media } = scene;
    const { meetingRef } = link;
    const { participantRef } = proof;
    const { openRoom } = media;
    media.openRoom = async (...room) => {
      const request = { actor, meetingRef, participantRef, call: null };
      await removeParticipant(ctx, { ...request, revokeLink: false });
      return openRoom(...room);
    };
    await expect(renewAdmission(ctx, proof)).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
  });

  // Promise: links
  it('says that the meeting is over', async () => {
    const { scene, link, proof } = await joined();
    await noteConnected(scene.ctx, proof);
    await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
    await expect(renewAdmission(scene.ctx, proof)).rejects.toMatchObject({
      code: 'guest_link_not_usable',
      members: { meetingState: 'ending' },
    });
  });
});
