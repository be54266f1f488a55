import { type Room, RoomEvent } from '@livekit/rtc-node';

export type ReadCaption = {
  kind: 'partial' | 'final';
  participantRef: string;
  utteranceRef: string;
  text: string;
  atMs: number;
};
/** `captions` are final ones. */
export type ReadCaptions = { captions: ReadCaption[]; partials: ReadCaption[] };

/** The captions that reach a guest of the room from now on. */
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
