import { RoomEvent } from '@livekit/rtc-node';
import { afterAll, expect, test, vi } from 'vitest';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { joinRoom, publishes, whenReached } from '../../../dev/world/media/join-room.ts';
import { mediaScene } from '../../../dev/world/media/media-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { moderateMeeting } from './moderate-as-host.ts';
import { muteParticipant, unlockMedia } from './moderate.ts';
import { noteConnected } from './note-connected.ts';
import { readParticipant } from './read-participants.ts';
import { renewAdmission } from './renew-admission.ts';
import { setRole } from './set-role.ts';

const { db } = await testDatabase();
const scene = await mediaScene(db);
const rooms: Awaited<ReturnType<typeof joinRoom>>[] = [];
afterAll(async () => {
  await Promise.all(rooms.map((room) => room.disconnect()));
  await scene.stop();
});

// Promise: I15, 129
test('a guest with a real token makes itself no host, by attributes, name, metadata or messages', async () => {
  const { ctx, actor } = scene;
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const [mallory, ana] = [
    await comeIn(ctx, { ...link, displayName: 'Mallory' }),
    await comeIn(ctx, { ...link, displayName: 'Ana' }),
  ];
  const { url } = scene.server;
  const hostile = await joinRoom(url, mallory.mediaToken);
  const watching = await joinRoom(url, ana.mediaToken);
  rooms.push(hostile, watching);
  await noteConnected(ctx, mallory);
  const { participantRef } = mallory;
  const seen = () => {
    const { attributes, name, metadata } = watching.remoteParticipants.get(participantRef) ?? {};
    return { role: attributes?.['parley.role'], name, metadata: metadata ?? '' };
  };
  await vi.waitFor(() => expect(seen().name).toBe('Mallory'), 10_000);
  const self = hostile.localParticipant;
  const message = new TextEncoder().encode(
    JSON.stringify({ operation: 'makeHost', participantRef }),
  );
  const tricks = [
    () => self?.setAttributes({ 'parley.role': 'host', 'parley.consent': 'given' }),
    () => self?.updateName('Host'),
    () => self?.updateMetadata('{"role":"host"}'),
    () => self?.publishData(message, { reliable: true, topic: 'moderate' }),
  ];
  for (const trick of tricks) await Promise.resolve(trick()).catch(() => undefined);
  for (const operation of ['endMeeting', 'makeHost'] as const)
    await expect(
      moderateMeeting(ctx, mallory, { operation, participantRef }),
    ).rejects.toMatchObject({ code: 'host_required' });
  const request = { actor, meetingRef, participantRef, call: null };
  expect((await readParticipant(ctx, request)).role).toBe('guest');
  expect(seen()).toEqual({ role: 'guest', name: 'Mallory', metadata: '' });

  await setRole(ctx, { ...request, role: 'host' });
  await vi.waitFor(() => expect(seen().role).toBe('host'), 10_000);
  await moderateMeeting(ctx, mallory, { operation: 'lockMeeting', participantRef: null });
  expect((await scene.meeting(meetingRef)).locked).toBe(true);
});

test.each([['on'], ['off']] as const)(
  'messages of people, with chat %s: whether the media server passes them on, before and after a change of role',
  async (chat) => {
    const { ctx, actor } = scene;
    const link = await scene.newMeeting();
    const { meetingRef } = link;
    await db
      .updateTable('meeting')
      .set({ options: JSON.stringify({ chat }) })
      .where('meeting_ref', '=', meetingRef)
      .execute();
    const [ana, ben] = [
      await comeIn(ctx, { ...link, displayName: 'Ana' }),
      await comeIn(ctx, { ...link, displayName: 'Ben' }),
    ];
    expect(ana.chat).toBe(chat === 'on');
    const [from, to] = [
      await joinRoom(scene.server.url, ana.mediaToken),
      await joinRoom(scene.server.url, ben.mediaToken),
    ];
    rooms.push(from, to);
    const heard: string[] = [];
    await whenReached(to, () => ctx.media.publish(meetingRef, 'ready', {}));
    to.on(RoomEvent.DataReceived, (_, sender, __, topic) =>
      heard.push(`${topic} of ${sender ? 'a guest' : 'the service'}`),
    );
    const send = async (topic: string) => {
      const data = new TextEncoder().encode('{"text":"hello"}');
      const sent = from.localParticipant?.publishData(data, { reliable: true, topic });
      await Promise.resolve(sent).catch(() => undefined);
      // What the service sends comes after what was sent before it.
      await ctx.media.publish(meetingRef, `after ${topic}`, {});
      await vi.waitFor(() => expect(heard).toContain(`after ${topic} of the service`), 10_000);
    };
    await send('chat');
    await setRole(ctx, {
      actor,
      meetingRef,
      participantRef: ana.participantRef,
      call: null,
      role: 'host',
    });
    await send('reaction');
    const passed = heard.filter((one) => one.endsWith('a guest'));
    expect(passed).toEqual(chat === 'on' ? ['chat of a guest', 'reaction of a guest'] : []);
  },
);

// Promise: 126
test('a guest cannot publish sound when muted with a lock, nor a screen where only hosts share', async () => {
  const { ctx, actor } = scene;
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  await db
    .updateTable('meeting')
    .set({ options: JSON.stringify({ screenShare: 'hosts' }) })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const room = await joinRoom(scene.server.url, ana.mediaToken);
  rooms.push(room);
  await noteConnected(ctx, ana);
  expect(await publishes(room, 'microphone', true)).toBe(true);
  expect(await publishes(room, 'screen', false)).toBe(false);

  const request = { actor, meetingRef, participantRef: ana.participantRef, call: null };
  await muteParticipant(ctx, { ...request, source: 'microphone', lock: true });
  const sendsSound = () => publishes(room, 'microphone', false);
  await vi.waitFor(async () => expect(await sendsSound()).toBe(false), 10_000);
  await renewAdmission(ctx, ana);
  expect(await sendsSound()).toBe(false);
  await unlockMedia(ctx, request);
  await setRole(ctx, { ...request, role: 'host' });
  const { mediaToken } = await renewAdmission(ctx, ana);
  const again = await joinRoom(scene.server.url, mediaToken);
  rooms.push(again);
  expect(await publishes(again, 'microphone', true)).toBe(true);
  expect(await publishes(again, 'screen', true)).toBe(true);
});
