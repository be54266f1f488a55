// Clients that misuse a real token at the real media server.
import { PublishDataTrackRequest, SignalRequest, SignalResponse } from '@livekit/protocol';
import { DisconnectReason, RoomEvent } from '@livekit/rtc-node';
import { afterAll, expect, test, vi } from 'vitest';
import type { CreateMediaToken } from '../../../contract/generated/api.ts';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { publishes, whenReached } from '../../../dev/world/media/join-room.ts';
import { toldMediaScene } from '../../../dev/world/media/media-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { inTime } from '../../../dev/world/until.ts';
import { listen } from '../../store/notify.ts';
import { ping } from '../../store/open-store.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { newRef } from '../ids.ts';
import { createMediaToken } from './create-media-token.ts';
import { runTasks } from '../task/run-tasks.ts';
import { withTimeout } from '../timing.ts';
import { joinMeeting } from '../participant/join-meeting.ts';
import { removeParticipant } from '../participant/moderate.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';

const MAX_INSIDE_MS = 2_000;

const { db, url } = await testDatabase();
const scene = await toldMediaScene(db);
const runner = runTasks(scene.ctx, { holder: 'w', handlers: taskHandlers });
const notices = listen(url, { onNotice: () => runner.wake(), onFault: console.error });
await notices.ready;
afterAll(async () => {
  await Promise.all([runner.stop(), notices.stop()]);
  await scene.stop();
});
const { join } = scene;

async function clientFor(meetingRef: string, body: Partial<CreateMediaToken> = {}) {
  const call = { tenant: 'acme', method: 'POST', path: '/media-tokens', key: newRef('k') };
  const { ctx, actor } = scene;
  const wish = { displayName: 'Agent', ...body };
  return (await createMediaToken(ctx, { actor, meetingRef, body: wish, call })).token;
}

async function setChatOff(meetingRef: string): Promise<void> {
  await db
    .updateTable('meeting')
    .set({ options: JSON.stringify({ chat: 'off' }) })
    .where('meeting_ref', '=', meetingRef)
    .execute();
}

type Client = { takenOutFor: DisconnectReason | null };

async function joinAsClient(token: string): Promise<Client> {
  const client: Client = { takenOutFor: null };
  const room = await join(token);
  room.once(RoomEvent.Disconnected, (reason) => void (client.takenOutFor = reason));
  return client;
}

async function isTakenOut(client: Client, meetingRef: string, when: string): Promise<void> {
  await inTime(`the removed participant is out, ${when}`, MAX_INSIDE_MS, async () => {
    await ping(db);
    await scene.ctx.media.listParticipants(meetingRef);
    return client.takenOutFor !== null;
  });
  expect(client.takenOutFor).toBe(DisconnectReason.PARTICIPANT_REMOVED);
}

// Promise: I11, I17, 127
test.each(['guest', 'client of its own'] as const)(
  'a removed %s that rejoins with its old token is out within 2 s each time, and is never present',
  async (kind) => {
    const { ctx, actor } = scene;
    const link = await scene.newMeeting();
    const { meetingRef } = link;
    const mallory =
      kind === 'guest'
        ? await comeIn(ctx, { ...link, displayName: 'Mallory' })
        : await clientFor(meetingRef);
    const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
    await join(ana.mediaToken);
    const inside = await joinAsClient(mallory.mediaToken);
    const { participantRef, participantSecret } = mallory;
    const request = { actor, meetingRef, participantRef, call: null };
    const read = () => readParticipant(ctx, request);
    await vi.waitFor(async () => expect((await read()).state).toBe('present'), 15_000);

    await removeParticipant(ctx, { ...request, revokeLink: false });
    await isTakenOut(inside, meetingRef, 'at once');
    const proof = { participantRef, participantSecret };
    await expect(renewAdmission(ctx, proof)).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
    if (kind === 'guest')
      await expect(
        joinMeeting(ctx, { ...link, displayName: 'Mallory', returning: proof }),
      ).rejects.toMatchObject({ code: 'participant_gone' });
    await vi.waitFor(async () => expect((await read()).visits[0]?.leftAt).not.toBeNull(), 15_000);
    const removed = await read();
    expect(removed).toMatchObject({ state: 'removed', visits: [{ reason: 'removed' }] });

    for (const trial of [1, 2, 3])
      await isTakenOut(await joinAsClient(mallory.mediaToken), meetingRef, `trial ${trial}`);
    const after = await read();
    expect([after.state, after.visits.length]).toEqual(['removed', 1]);
    const events = await db
      .selectFrom('event')
      .select(['type', 'participant'])
      .where('meeting_ref', '=', meetingRef)
      .orderBy('position')
      .execute();
    const told = events.filter(({ participant }) => participant?.participantRef === participantRef);
    expect(told.map(({ type }) => type)).toEqual([
      'participant.admitted',
      'participant.joined',
      'participant.removed',
    ]);
  },
);

test.each([
  [[], { microphone: false, camera: false, screen: false, unnamed: false }],
  [['microphone'], { microphone: true, camera: false, screen: false, unnamed: false }],
  [['camera'], { microphone: false, camera: true, screen: false, unnamed: false }],
] as const)(
  'the media server accepts nothing else from a client that may send %j, under any name',
  async (canPublish, expected) => {
    const { meetingRef } = await scene.newMeeting();
    const sources = ['microphone', 'camera', 'screen', 'unnamed'] as const;
    // A client for each: the library publishes nothing more after a refusal.
    const taken = sources.map(async (source) => {
      const { mediaToken } = await clientFor(meetingRef, { canPublish: [...canPublish] });
      const room = await join(mediaToken);
      const isTaken = await publishes(room, source, expected[source]);
      await room.disconnect();
      return [source, isTaken] as const;
    });
    expect(Object.fromEntries(await Promise.all(taken))).toEqual(expected);
  },
);

test('with chat off, no message, lossy message, text stream or RPC of a client reaches anybody', async () => {
  const { ctx } = scene;
  const link = await scene.newMeeting();
  await setChatOff(link.meetingRef);
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const [from, to] = [
    await join((await clientFor(link.meetingRef)).mediaToken),
    await join(ana.mediaToken),
  ];
  const heard: string[] = [];
  await whenReached(to, () => ctx.media.publish(link.meetingRef, 'ready', {}));
  to.on(RoomEvent.DataReceived, (_, sender, __, topic) => {
    if (topic !== 'ready') heard.push(`${topic} of ${sender ? 'a client' : 'the service'}`);
  });
  to.on(RoomEvent.ChatMessage, () => heard.push('a chat message'));
  to.registerTextStreamHandler('chat', () => heard.push('a text stream'));
  to.localParticipant?.registerRpcMethod('chat', async () => {
    heard.push('a call');
    return '';
  });
  const self = from.localParticipant;
  const data = new TextEncoder().encode('{"text":"hello"}');
  const destinationIdentity = ana.participantRef;
  const tricks = [
    () => self?.publishData(data, { reliable: true, topic: 'chat' }),
    () => self?.publishData(data, { reliable: false, topic: 'chat' }),
    () => self?.publishData(data, { destination_identities: [destinationIdentity] }),
    () => self?.sendText('hello', { topic: 'chat' }),
    () => self?.sendChatMessage('hello'),
    () => self?.performRpc({ destinationIdentity, method: 'chat', payload: '' }),
  ];
  for (const trick of tricks)
    await withTimeout(Promise.resolve(trick()), 2_000, 'not sent').catch(() => undefined);
  // What the service sends comes after what was sent before it.
  await ctx.media.publish(link.meetingRef, 'after', {});
  await vi.waitFor(() => expect(heard).toContain('after of the service'), 15_000);
  expect(heard).toEqual(['after of the service']);
});

test('the media server takes no data tracks, of which a client could announce any number to everyone', async () => {
  const link = await scene.newMeeting();
  const { mediaToken } = await comeIn(scene.ctx, { ...link, displayName: 'Mallory' });
  const query = new URLSearchParams({ access_token: mediaToken, protocol: '16' });
  const socket = new WebSocket(`${scene.server.url}/rtc?${query}`);
  socket.binaryType = 'arraybuffer';
  const answers: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { message } = SignalResponse.fromBinary(new Uint8Array(data as ArrayBuffer));
    answers.push(`${message.case}`);
    if (message.case !== 'join') return;
    const value = new PublishDataTrackRequest({ pubHandle: 1, name: 'one' });
    const request = new SignalRequest({ message: { case: 'publishDataTrackRequest', value } });
    socket.send(request.toBinary() as Uint8Array<ArrayBuffer>);
  });
  const isAnswered = () =>
    answers.some((one) => ['requestResponse', 'publishDataTrackResponse'].includes(one));
  await vi.waitFor(() => expect(isAnswered()).toBe(true), 15_000);
  expect(answers).toContain('requestResponse');
  socket.close();
});
