// A media scene in which the core receives the media server's webhooks.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Room } from '@livekit/rtc-node';
import { RoomServiceClient, type TrackInfo } from 'livekit-server-sdk';
import { noteMediaEvent } from '../../../src/core/presence/note-media-event.ts';
import type { Db } from '../../../src/store/schema.ts';
import { joinRoom } from './join-room.ts';
import { type MediaScene, mediaScene } from './media-scene.ts';

export type ToldMediaScene = MediaScene & {
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
