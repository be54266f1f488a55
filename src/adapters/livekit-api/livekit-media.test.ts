import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Room } from '@livekit/rtc-node';
import { TokenVerifier } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mediaServerPath } from '../../../setup/places.mjs';
import { type MediaEvent, type MediaPort, MediaUnavailable } from '../../core/ports.ts';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { type EmbeddedMedia, startEmbeddedMedia } from '../embedded/livekit.ts';
import { liveKitMedia } from './livekit-media.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const calls: { body: string; authorization: string | undefined }[] = [];
const hook = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  calls.push({
    body: Buffer.concat(chunks).toString(),
    authorization: request.headers.authorization,
  });
  response.end();
});
let dataDir: string;
let server: EmbeddedMedia;
let media: MediaPort;

beforeAll(async () => {
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  const address = hook.address();
  const serverPath = mediaServerPath();
  if (serverPath === undefined || address === null || typeof address === 'string')
    throw new Error('no media server: node setup/run.mjs test');
  dataDir = await mkdtemp(join(tmpdir(), 'parley-livekit-'));
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const ports = { http, tcp, udp };
  server = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports,
    nodeIp: '',
    webhookUrl: `http://127.0.0.1:${address.port}/media/events`,
    log: silentLog,
  });
  media = liveKitMedia(server);
});

afterAll(async () => {
  await server.stop();
  hook.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function enter(
  meetingRef: string,
  identity: string,
  role: 'guest' | 'scribe',
): Promise<Room> {
  const room = new Room();
  await room.connect(
    server.url,
    await media.mintToken({ meetingRef, identity, displayName: 'Ana', role, ttlSeconds: 60 }),
  );
  return room;
}

const AS_GUEST = {
  role: 'guest',
  consent: 'not_asked',
  sends: ['camera', 'microphone', 'screen'],
  sendsMessages: true,
  handRaisedAt: null,
  subscribes: true,
};

async function told(kind: MediaEvent['kind'], meetingRef: string): Promise<MediaEvent> {
  return vi.waitFor(
    async () => {
      const events = await Promise.all(
        calls.map((call) => media.readEvent(call.body, call.authorization)),
      );
      const event = events.find((one) => one?.kind === kind && one.meetingRef === meetingRef);
      if (!event) throw new Error(`no ${kind} yet`);
      return event;
    },
    { timeout: 10_000, interval: 50 },
  );
}

describe('liveKitMedia', () => {
  it('opens one room for a meeting and closes it, however often it is asked', async () => {
    const roomSid = await media.openRoom('mtg_once', 60);
    expect(await media.openRoom('mtg_once', 60)).toBe(roomSid);
    const [room] = (await media.listRooms()).filter(({ meetingRef }) => meetingRef === 'mtg_once');
    expect(room).toEqual({ meetingRef: 'mtg_once', roomSid, createdAt: expect.any(Date) });
    expect(Math.abs(Date.now() - (room?.createdAt.getTime() ?? 0))).toBeLessThan(60_000);
    await media.closeRoom('mtg_once');
    await media.closeRoom('mtg_once');
    expect(await media.listParticipants('mtg_once')).toEqual([]);
    await media.removeParticipant('mtg_once', 'pt_nobody');
    await expect
      .poll(async () => (await media.listRooms()).map((room) => room.meetingRef))
      .not.toContain('mtg_once');
  });

  it('admits guests and a hidden scribe, tells them apart, and reports both by signed events', async () => {
    const roomSid = await media.openRoom('mtg_people', 60);
    const guest = await enter('mtg_people', 'pt_ana', 'guest');
    const scribe = await enter('mtg_people', 'scribe_1', 'scribe');
    expect([...guest.remoteParticipants.keys()]).toEqual([]);
    const there = async () =>
      (await media.listParticipants('mtg_people')).toSorted((a, b) =>
        a.identity.localeCompare(b.identity),
      );
    await expect.poll(there).toEqual([
      { identity: 'pt_ana', kind: 'person', since: expect.any(Date), current: AS_GUEST },
      { identity: 'scribe_1', kind: 'machine', since: expect.any(Date), current: null },
    ]);
    const arrival = await told('participant_joined', 'mtg_people');
    expect(arrival).toMatchObject({ roomSid, eventId: expect.stringMatching(/./) });
    expect(Math.abs(arrival.at.getTime() - Date.now())).toBeLessThan(60_000);
    expect(Math.abs((arrival.since?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    await media.removeParticipant('mtg_people', 'pt_ana');
    expect(await told('participant_left', 'mtg_people')).toMatchObject({
      participant: { identity: 'pt_ana', kind: 'person' },
      since: arrival.since,
    });
    await media.closeRoom('mtg_people');
    expect((await told('room_finished', 'mtg_people')).roomSid).toBe(roomSid);
    await Promise.all([guest.disconnect(), scribe.disconnect()]);
  });

  // Promise: links
  it('lets nobody reopen a closed room, even with a valid token', async () => {
    await media.openRoom('mtg_closed', 60);
    const token = await media.mintToken({
      meetingRef: 'mtg_closed',
      identity: 'pt_ana',
      displayName: 'Ana',
      role: 'guest',
      ttlSeconds: 60,
    });
    await media.closeRoom('mtg_closed');
    const answer = await fetch(
      `${server.url.replace('ws', 'http')}/rtc/validate?access_token=${token}`,
    );
    expect([
      answer.status,
      (await media.listRooms()).map((room) => room.meetingRef).includes('mtg_closed'),
    ]).toEqual([404, false]);
  });

  it('sends messages with a topic to everyone in the room', async () => {
    await media.openRoom('mtg_words', 60);
    const guest = await enter('mtg_words', 'pt_ana', 'guest');
    const heard: unknown[] = [];
    guest.on('dataReceived', (data, participant, _kind, topic) =>
      heard.push([JSON.parse(new TextDecoder().decode(data)), participant?.identity, topic]),
    );
    // What is sent before the guest's data channel stands is lost.
    await vi.waitFor(
      async () => {
        await media.publish('mtg_words', 'caption', { text: 'Hello' });
        expect(heard[0]).toEqual([{ text: 'Hello' }, undefined, 'caption']);
      },
      { timeout: 15_000, interval: 100 },
    );
    await guest.disconnect();
  });

  // Promise: events
  it('refuses events with a missing or wrong signature', async () => {
    await media.openRoom('mtg_signed', 60);
    await told('room_started', 'mtg_signed');
    const [call] = calls;
    expect(await media.readEvent(call?.body ?? '', undefined)).toBeNull();
    expect(await media.readEvent(`${call?.body} `, call?.authorization)).toBeNull();
    const stranger = liveKitMedia({
      ...server,
      url: server.url,
      apiSecret: 'another-secret-another-secret-another',
    });
    expect(await stranger.readEvent(call?.body ?? '', call?.authorization)).toBeNull();
    expect(await stranger.isEventToken(call?.authorization ?? '')).toBe(false);
    expect(await media.isEventToken(call?.authorization ?? '')).toBe(true);
  });

  it('lets a guest publish camera, microphone and screen, and a scribe nothing', async () => {
    const verifier = new TokenVerifier(server.apiKey, server.apiSecret);
    const grant = { meetingRef: 'mtg_x', identity: 'pt_ana', displayName: 'Ana', ttlSeconds: 600 };
    const guest = await verifier.verify(await media.mintToken({ ...grant, role: 'guest' }));
    expect(guest).toMatchObject({
      sub: 'pt_ana',
      name: 'Ana',
      video: {
        room: 'mtg_x',
        roomJoin: true,
        canPublish: true,
        canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
        canUpdateOwnMetadata: false,
      },
    });
    expect([guest.video?.hidden, guest.video?.roomAdmin]).toEqual([undefined, undefined]);
    const scribe = await verifier.verify(await media.mintToken({ ...grant, role: 'scribe' }));
    expect(scribe.video).toMatchObject({
      hidden: true,
      canPublish: false,
      canPublishData: false,
      canSubscribe: true,
    });
  });

  it('reports media as unavailable when nothing answers, and when the keys are wrong', async () => {
    const [port] = await freePorts(1);
    const nowhere = liveKitMedia({ ...server, url: `ws://127.0.0.1:${port}` });
    for (const ask of [
      () => nowhere.openRoom('mtg_x', 60),
      () => nowhere.closeRoom('mtg_x'),
      () => nowhere.listRooms(),
      () => nowhere.listParticipants('mtg_x'),
    ]) {
      await expect(ask()).rejects.toBeInstanceOf(MediaUnavailable);
    }
    const stranger = liveKitMedia({
      ...server,
      url: server.url,
      apiSecret: 'another-secret-another-secret-another',
    });
    await expect(stranger.listRooms()).rejects.toBeInstanceOf(MediaUnavailable);
  });
});

it('distinguishes its tokens from those of another key, expired ones and anything else', async () => {
  const grant = {
    meetingRef: 'mtg_1',
    identity: 'pt_1',
    displayName: 'Ana',
    role: 'guest',
  } as const;
  const token = await media.mintToken({ ...grant, ttlSeconds: 60 });
  const old = await media.mintToken({ ...grant, ttlSeconds: -60 });
  const other = liveKitMedia({ url: server.url, apiKey: server.apiKey, apiSecret: 'x'.repeat(40) });
  const forged = await other.mintToken({ ...grant, ttlSeconds: 60 });
  const asked = [token, old, forged, '', 'no.token.at-all'].map((one) => media.identityOf(one));
  expect(await Promise.all(asked)).toEqual(['pt_1', null, null, null, null]);
  expect(await media.isEventToken(token)).toBe(false);
});
