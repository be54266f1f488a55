// An in-memory media server for tests of the state machine. It can be down, restart, and deliver events in any order.
import { newRef } from '../../../src/core/ids.ts';
import {
  type Clock,
  type DisconnectReason,
  type MediaEvent,
  type MediaParticipant,
  type MediaPort,
  MediaUnavailable,
} from '../../../src/core/ports.ts';

type Present = { participant: MediaParticipant; since: Date };
type Room = { roomSid: string; createdAt: Date; participants: Map<string, Present> };

export type ScriptedMedia = MediaPort & {
  up: boolean;
  /** Events that have not been delivered, oldest first. */
  readonly undelivered: MediaEvent[];
  /** Connects a client with this identity. Returns false if there is no such room or the server is down. */
  connect(meetingRef: string, identity: string): boolean;
  disconnect(meetingRef: string, identity: string): void;
  /** Loses every room without an event. */
  restart(): void;
  /** Closes empty rooms, as LiveKit does after a while. */
  expireEmptyRooms(): void;
};

export function scriptedMedia(clock: Clock): ScriptedMedia {
  const rooms = new Map<string, Room>();
  const undelivered: MediaEvent[] = [];
  const tell = (
    kind: MediaEvent['kind'],
    meetingRef: string,
    room: Room,
    present: Present | null,
    reason: DisconnectReason | null = null,
  ): void => {
    const at = new Date(Math.floor(clock.now().getTime() / 1000) * 1000);
    const { participant = null, since = null } = present ?? {};
    undelivered.push({
      eventId: newRef('EV'),
      kind,
      meetingRef,
      roomSid: room.roomSid,
      participant,
      since,
      reason,
      at,
      lastSeenAt: at,
    });
  };
  const close = (meetingRef: string, room: Room): void => {
    for (const present of room.participants.values())
      tell('participant_left', meetingRef, room, present, 'meeting_ended');
    rooms.delete(meetingRef);
    tell('room_finished', meetingRef, room, null);
  };
  const asked = <T>(answer: () => T): Promise<T> =>
    media.up ? Promise.resolve(answer()) : Promise.reject(new MediaUnavailable('scripted silence'));
  const leave = (meetingRef: string, identity: string, reason: DisconnectReason): void => {
    const room = rooms.get(meetingRef);
    const present = room?.participants.get(identity);
    if (!room || !present) return;
    room.participants.delete(identity);
    tell('participant_left', meetingRef, room, present, reason);
  };

  const media: ScriptedMedia = {
    up: true,
    undelivered,
    connect: (meetingRef, identity) => {
      const room = rooms.get(meetingRef);
      if (!media.up || !room) return false;
      const since = clock.now();
      const present: Present = {
        participant: { identity, kind: 'person', since, current: null },
        since,
      };
      room.participants.set(identity, present);
      tell('participant_joined', meetingRef, room, present);
      return true;
    },
    disconnect: (meetingRef, identity) => leave(meetingRef, identity, 'connection_lost'),
    restart: () => rooms.clear(),
    expireEmptyRooms: () => {
      for (const [meetingRef, room] of rooms)
        if (room.participants.size === 0) close(meetingRef, room);
    },
    ...portOf(rooms, { clock, asked, close, leave }),
  };
  return media;
}

/** The part that the service calls. */
function portOf(
  rooms: Map<string, Room>,
  {
    clock,
    asked,
    close,
    leave,
  }: {
    clock: Clock;
    asked: <T>(answer: () => T) => Promise<T>;
    close: (meetingRef: string, room: Room) => void;
    leave: (meetingRef: string, identity: string, reason: DisconnectReason) => void;
  },
): MediaPort {
  return {
    openRoom: (meetingRef) =>
      asked(() => {
        const room = rooms.get(meetingRef) ?? {
          roomSid: newRef('RM'),
          createdAt: clock.now(),
          participants: new Map(),
        };
        rooms.set(meetingRef, room);
        return room.roomSid;
      }),
    closeRoom: (meetingRef) =>
      asked(() => {
        const room = rooms.get(meetingRef);
        if (room) close(meetingRef, room);
      }),
    listRooms: () =>
      asked(() =>
        [...rooms].map(([meetingRef, { roomSid, createdAt }]) => ({
          meetingRef,
          roomSid,
          createdAt,
        })),
      ),
    listParticipants: (meetingRef) =>
      asked(() =>
        [...(rooms.get(meetingRef)?.participants.values() ?? [])].map(
          ({ participant }) => participant,
        ),
      ),
    removeParticipant: (meetingRef, identity) =>
      asked(() => leave(meetingRef, identity, 'removed')),
    updateParticipant: () => asked(() => undefined),
    mute: () => asked(() => undefined),
    publish: () => asked(() => undefined),
    mintToken: async (grant) => `token of ${grant.identity}`,
    readEvent: async () => null,
    identityOf: async (token) => token,
    tracksAskedFor: () => [],
    announcesTracks: () => false,
    isEventToken: async () => true,
  };
}
