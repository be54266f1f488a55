import { EventEmitter } from 'node:events';
import {
  ConnectionQuality,
  ParticipantKind,
  type Room,
  RoomEvent,
  type Track,
  TrackEvent,
} from 'livekit-client';
import { expect, test } from 'vitest';
import type { Person } from './person.ts';
import { watchPeople } from './watch-people.ts';

function participant(identity: string, kind: ParticipantKind) {
  return {
    identity,
    kind,
    name: identity,
    attributes: {},
    connectionQuality: ConnectionQuality.Good,
    getTrackPublication: (_source: Track.Source): object | undefined => undefined,
  };
}

/** A room with two guests and the scribe, and which people are told of it. */
function followed() {
  const others = [
    participant('pt_ben', ParticipantKind.STANDARD),
    participant('scribe', ParticipantKind.AGENT),
  ];
  const room = Object.assign(new EventEmitter(), {
    localParticipant: participant('pt_anna', ParticipantKind.STANDARD),
    remoteParticipants: new Map(others.map((one) => [one.identity, one])),
  });
  const told: Person[][] = [];
  const over = new AbortController();
  const note = watchPeople(room as unknown as Room, over.signal, (people) => told.push(people));
  return { room, told, over, note };
}

test('changes at the same moment are reported once, with guests only', async () => {
  const { room, told, note } = followed();
  room.emit(RoomEvent.ParticipantConnected);
  room.emit(RoomEvent.TrackMuted);
  note();
  await Promise.resolve();
  expect(told.map((people) => people.map(({ ref }) => ref))).toEqual([['pt_anna', 'pt_ben']]);
  room.emit(RoomEvent.ActiveSpeakersChanged);
  await Promise.resolve();
  expect(told).toHaveLength(2);
});

test('the end of a shared screen is reported to who did not receive it', async () => {
  const { room, told } = followed();
  room.emit(RoomEvent.TrackUnpublished);
  await Promise.resolve();
  expect(told).toHaveLength(1);
});

test('a microphone that another device replaced is reported with its new track', async () => {
  const { room, told } = followed();
  const microphone = Object.assign(new EventEmitter(), { mediaStreamTrack: { id: 'first' } });
  const publication = { track: microphone, isMuted: false };
  room.localParticipant.getTrackPublication = () => publication;
  room.emit(RoomEvent.LocalTrackPublished, publication);
  await Promise.resolve();
  microphone.mediaStreamTrack = { id: 'second' };
  microphone.emit(TrackEvent.Restarted);
  await Promise.resolve();
  expect(told.map(([self]) => self?.microphoneRef)).toEqual(['first', 'second']);
});

test('nothing is reported before the guest is in the room, nor after it is closed', async () => {
  const { room, told, over, note } = followed();
  room.localParticipant.identity = '';
  note();
  await Promise.resolve();
  room.localParticipant.identity = 'pt_anna';
  note();
  over.abort();
  await Promise.resolve();
  expect(told).toEqual([]);
});
