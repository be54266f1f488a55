// The core with a real database, a real media server and the real clock.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Room } from '@livekit/rtc-node';
import { RoomServiceClient, type TrackInfo } from 'livekit-server-sdk';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { comeIn, coreScene } from '../service/core-scene.ts';
import { noteConnected } from '../../../src/core/participant/note-connected.ts';
import type { Db } from '../../../src/store/schema.ts';
import { startMediaServer } from './media-server.ts';
import { joinAsTalker, QUEUED_PACE, type Talker } from './talker.ts';
import { noteMediaEvent } from '../../../src/core/presence/note-media-event.ts';
import { joinRoom } from './join-room.ts';

export type MediaScene = Awaited<ReturnType<typeof mediaScene>>;

/** `webhookUrl`: who receives the media server's events. */
export async function mediaScene(db: Db, webhookUrl?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-scribe-'));
  const { server } = await startMediaServer(dataDir, webhookUrl);
  const scene = coreScene(db);
  // Meetings are created on the scene's manual clock and held on the real one.
  scene.clock.advance((Date.now() - scene.clock.now().getTime()) / 1000);
  const ctx: Ctx = { ...scene.ctx, clock: { now: () => new Date() }, media: liveKitMedia(server) };
  return {
    ...scene,
    ctx,
    dataDir,
    server,
    /** Brings a participant into the room, which starts the meeting. */
    enter: async (
      link: { guestLinkRef: string; secret: string },
      displayName: string,
    ): Promise<Talker & { participantRef: string }> => {
      const admission = await comeIn(ctx, { ...link, displayName });
      const talker = await joinAsTalker(server.url, admission.mediaToken, QUEUED_PACE);
      await noteConnected(ctx, admission);
      return { ...talker, participantRef: admission.participantRef };
    },
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A media scene in which the core receives the media server's webhooks. */
type ToldMediaScene = MediaScene & {
  join(token: string): Promise<Room>;
  /** The tracks that the media server has of a participant. */
  tracksOf(meetingRef: string, participantRef: string): Promise<TrackInfo[]>;
};

export async function toldMediaScene(db: Db): Promise<ToldMediaScene> {
  const taken: Promise<void>[] = [];
  const webhook = createServer((request, response) => {
    const told = text(request)
      .then((body) => scene.ctx.media.readEvent(body, request.headers.authorization))
      .then((event) => (event ? noteMediaEvent(scene.ctx, event) : undefined))
      .finally(() => response.end());
    taken.push(told);
  });
  webhook.listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const { port } = webhook.address() as AddressInfo;
  const scene = await mediaScene(db, `http://127.0.0.1:${port}`);
  const { url, apiKey, apiSecret } = scene.server;
  const service = new RoomServiceClient(url.replace(/^ws/, 'http'), apiKey, apiSecret);
  const rooms: Room[] = [];
  return {
    ...scene,
    join: async (token) => {
      const room = await joinRoom(url, token);
      rooms.push(room);
      return room;
    },
    tracksOf: async (meetingRef, participantRef) => {
      const people = await service.listParticipants(meetingRef);
      return people.find(({ identity }) => identity === participantRef)?.tracks ?? [];
    },
    // Webhooks that have arrived still use the database.
    stop: async () => {
      await Promise.all(rooms.map((room) => room.disconnect()));
      await scene.stop();
      webhook.close();
      await Promise.all(taken);
    },
  };
}
