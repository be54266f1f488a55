// Media tokens that grant more than is allowed now, and forged ones.
import { afterAll, expect, test, vi } from 'vitest';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { publishes, publishMicrophone } from '../../../dev/world/media/join-room.ts';
import { toldMediaScene } from '../../../dev/world/media/media-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { withTimeout } from '../timing.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { muteParticipant } from '../participant/moderate.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { setRole } from '../participant/set-role.ts';

const MAX_WAIT_MS = 10_000;

const { db } = await testDatabase();
const scene = await toldMediaScene(db);
afterAll(() => scene.stop());

async function meetingWith(options: object) {
  const link = await scene.newMeeting();
  await db
    .updateTable('meeting')
    .set({ options: JSON.stringify(options) })
    .where('meeting_ref', '=', link.meetingRef)
    .execute();
  return link;
}

/** The media server's current state of the person. */
async function grantsOf(meetingRef: string, participantRef: string) {
  const people = await scene.ctx.media.listParticipants(meetingRef);
  return people.find(({ identity }) => identity === participantRef)?.current;
}

// Promise: I15, 126
test('a guest muted with a lock is not heard after rejoining with the old token', async () => {
  const { ctx, actor } = scene;
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const mallory = await comeIn(ctx, { ...link, displayName: 'Mallory' });
  const { participantRef } = mallory;
  const room = await scene.join(mallory.mediaToken);
  await noteConnected(ctx, mallory);
  const tracks = async () => (await scene.tracksOf(meetingRef, participantRef)).length;
  await publishMicrophone(room);
  await vi.waitFor(async () => expect(await tracks()).toBe(1), MAX_WAIT_MS);
  const request = { actor, meetingRef, participantRef, call: null };
  await muteParticipant(ctx, { ...request, source: 'microphone', lock: true });
  await vi.waitFor(async () => expect(await tracks(), 'nothing to unmute').toBe(0), MAX_WAIT_MS);

  for (const trial of [1, 2]) {
    const again = await scene.join(mallory.mediaToken);
    await withTimeout(publishMicrophone(again), 1_000, 'not taken').catch(() => undefined);
    await vi.waitFor(async () => {
      const grants = await grantsOf(meetingRef, participantRef);
      expect([grants?.sends, await tracks()], `trial ${trial}`).toEqual([['camera', 'screen'], 0]);
    }, MAX_WAIT_MS);
    expect(await publishes(again, 'microphone', false)).toBe(false);
  }
});

// Promise: I15, 129
test('a former host is not a host after rejoining with the old token', async () => {
  const { ctx, actor } = scene;
  const link = await meetingWith({ screenShare: 'hosts' });
  const { meetingRef } = link;
  const mallory = await comeIn(ctx, { ...link, displayName: 'Mallory' });
  const { participantRef } = mallory;
  const request = { actor, meetingRef, participantRef, call: null };
  await setRole(ctx, { ...request, role: 'host' });
  const { mediaToken } = await renewAdmission(ctx, mallory);
  await scene.join(mediaToken);
  const seen = async () => {
    const grants = await grantsOf(meetingRef, participantRef);
    return [grants?.role, grants?.sends.includes('screen')];
  };
  await vi.waitFor(async () => expect(await seen()).toEqual(['host', true]), MAX_WAIT_MS);
  await setRole(ctx, { ...request, role: 'guest' });

  const again = await scene.join(mediaToken);
  await vi.waitFor(async () => expect(await seen()).toEqual(['guest', false]), MAX_WAIT_MS);
  expect(await publishes(again, 'screen', false)).toBe(false);
  expect((await readParticipant(ctx, request)).role).toBe('guest');
});

test('changes that the media server missed are sent at the next comparison', async () => {
  const { ctx } = scene;
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const { participantRef } = ana;
  await scene.join(ana.mediaToken);
  await noteConnected(ctx, ana);
  const right = await vi.waitFor(async () => {
    const grants = await grantsOf(meetingRef, participantRef);
    if (!grants) throw new Error('not there yet');
    return grants;
  }, MAX_WAIT_MS);
  const update = vi.spyOn(ctx.media, 'updateParticipant');
  await reconcileMeetings(ctx, newMediaWatch());
  expect(update, 'whoever is as they should be').not.toHaveBeenCalled();
  update.mockRestore();
  const wrong = { ...right, role: 'host' as const, sendsMessages: false };
  await ctx.media.updateParticipant(meetingRef, participantRef, wrong);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await grantsOf(meetingRef, participantRef)).toEqual(right);
});

// Promise: I11
test('a waiting guest has no token, and nothing else that they hold opens the signalling', async () => {
  const { ctx } = scene;
  const link = await meetingWith({ admission: 'ask' });
  const { meetingRef } = link;
  await ctx.media.openRoom(meetingRef, 60);
  const joined = await joinMeeting(ctx, { ...link, displayName: 'Mallory' });
  if (!('waiting' in joined)) throw new Error('Mallory does not wait');
  const { participantRef, participantSecret } = joined.waiting;
  expect(JSON.stringify(joined)).not.toMatch(/token/i);
  const http = scene.server.url.replace(/^ws/, 'http');
  for (const held of ['', participantRef, participantSecret, link.secret]) {
    const answer = await fetch(`${http}/rtc/validate?access_token=${held}&room=${meetingRef}`);
    expect(answer.status).toBe(401);
    await expect(scene.join(held)).rejects.toThrow();
  }
  expect(await ctx.media.listParticipants(meetingRef)).toEqual([]);
  const request = { actor: scene.actor, meetingRef, participantRef };
  expect(await readParticipant(ctx, request)).toMatchObject({ state: 'waiting', visits: [] });
});

// Promise: I11
test('the token of one meeting opens no other, whatever room is requested', async () => {
  const { ctx, actor } = scene;
  const [own, other] = [await scene.newMeeting(), await scene.newMeeting()];
  const mallory = await comeIn(ctx, { ...own, displayName: 'Mallory' });
  await comeIn(ctx, { ...other, displayName: 'Ana' });
  const query = new URLSearchParams({
    access_token: mallory.mediaToken,
    room: other.meetingRef,
    protocol: '15',
    auto_subscribe: '0',
  });
  const socket = new WebSocket(`${scene.server.url}/rtc?${query}`);
  const there = async ({ meetingRef }: { meetingRef: string }) =>
    (await ctx.media.listParticipants(meetingRef)).map(({ identity }) => identity);
  await vi.waitFor(
    async () => expect(await there(own)).toEqual([mallory.participantRef]),
    MAX_WAIT_MS,
  );
  expect(await there(other)).toEqual([]);
  socket.close();
  const { participantRef } = mallory;
  await expect(
    readParticipant(ctx, { actor, meetingRef: other.meetingRef, participantRef }),
  ).rejects.toMatchObject({ code: 'participant_not_found' });
});
