import { type Room, RoomEvent } from '@livekit/rtc-node';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CaptionMessage } from '../../../contract/generated/guest-api.ts';
import { liveKitMedia } from '../../../src/adapters/livekit-api/livekit-media.ts';
import type { Parley } from '../service/start-parley.ts';

export type ReadCaption = {
  kind: 'partial' | 'final';
  participantRef: string;
  utteranceRef: string;
  text: string;
  atMs: number;
};
/** `captions` are the final ones. */
export type ReadCaptions = { captions: ReadCaption[]; partials: ReadCaption[] };

/** Collects the captions that this client of the room receives from now on. */
export function readCaptions(room: Room): ReadCaptions {
  const read: ReadCaptions = { captions: [], partials: [] };
  room.on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
    if (topic !== 'caption' || participant) return;
    const caption: ReadCaption = {
      ...JSON.parse(new TextDecoder().decode(payload)),
      atMs: Date.now(),
    };
    (caption.kind === 'final' ? read.captions : read.partials).push(caption);
  });
  return read;
}

/** Publishes captions to a room as the scribe does, with the service's key. */
export async function sayCaptions(
  parley: Parley,
  meetingRef: string,
  captions: readonly CaptionMessage[],
): Promise<void> {
  const keys = JSON.parse(await readFile(join(parley.dataDir, 'media-keys.json'), 'utf8')) as {
    apiKey: string;
    apiSecret: string;
  };
  const media = liveKitMedia({
    url: `http://127.0.0.1:${parley.env['PARLEY_MEDIA_PORT']}`,
    ...keys,
  });
  for (const caption of captions) await media.publish(meetingRef, 'caption', caption);
}
