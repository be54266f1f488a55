import {
  AccessToken,
  DataPacket_Kind,
  ParticipantInfo_State,
  type Room,
  RoomServiceClient,
  TokenVerifier,
  WebhookReceiver,
} from 'livekit-server-sdk';
import {
  type InRoom,
  type MediaPort,
  type MediaRoom,
  type MediaSource,
  MediaUnavailable,
  type TokenGrant,
  TRANSCRIBE_ATTRIBUTE,
} from '../../core/ports.ts';
import { announcesTracks, tracksAskedFor } from './client-messages.ts';
import { isMissing, listConnected } from './list-connected.ts';
import {
  ALL_SOURCES,
  CONSENT_ATTRIBUTE,
  HAND_ATTRIBUTE,
  KIND_ATTRIBUTE,
  ROLE_ATTRIBUTE,
  SOURCES,
  toMediaEvent,
  toMediaParticipant,
} from './media-event.ts';

const ANSWER_WITHIN_SECONDS = 5;
/** For a room that nobody ever joined. */
const EMPTY_SECONDS = 300;
/** LiveKit's default of 20 s would shorten the time in which people may come back. */
const MIN_DEPARTURE_SECONDS = 60;

export type LiveKitOptions = {
  /** ws:// or http:// */
  url: string;
  apiKey: string;
  apiSecret: string;
};

/** The media port on a LiveKit server. A meeting's room is named after its meetingRef. */
export function liveKitMedia(options: LiveKitOptions): MediaPort {
  const { apiKey, apiSecret } = options;
  const rooms = new RoomServiceClient(options.url.replace(/^ws/, 'http'), apiKey, apiSecret, {
    requestTimeout: ANSWER_WITHIN_SECONDS,
    failover: false,
  });
  const receiver = new WebhookReceiver(apiKey, apiSecret);
  return {
    openRoom: async (meetingRef, emptyRoomSeconds) => {
      const departureTimeout = Math.max(MIN_DEPARTURE_SECONDS, emptyRoomSeconds);
      const room = await answered(() =>
        rooms.createRoom({ name: meetingRef, emptyTimeout: EMPTY_SECONDS, departureTimeout }),
      );
      return room.sid;
    },
    closeRoom: (meetingRef) => answered(() => closeRoom(rooms, meetingRef)),
    listRooms: async () => {
      const found = await answered(() => rooms.listRooms());
      return found.map(toMediaRoom);
    },
    listParticipants: async (meetingRef) => {
      const found = await answered(() => listConnected(rooms, meetingRef));
      const there = found.filter(
        (one) =>
          one.state === ParticipantInfo_State.JOINED || one.state === ParticipantInfo_State.ACTIVE,
      );
      return there.map(toMediaParticipant);
    },
    removeParticipant: (meetingRef, identity) =>
      answered(() => unlessMissing(rooms.removeParticipant(meetingRef, identity))),
    mute: (meetingRef, identities, source) =>
      answered(async () => {
        const there = (await unlessMissing(rooms.listParticipants(meetingRef))) ?? [];
        const tracks = there
          .filter(({ identity }) => identities.includes(identity))
          .flatMap(({ identity, tracks: all }) =>
            all
              .filter((track) => !track.muted && SOURCES[source].includes(track.source))
              .map(({ sid }) => ({ identity, sid })),
          );
        await Promise.all(
          tracks.map(({ identity, sid }) =>
            unlessMissing(rooms.mutePublishedTrack(meetingRef, identity, sid, true)),
          ),
        );
      }),
    updateParticipant: (meetingRef, identity, person) =>
      answered(async () => {
        await unlessMissing(rooms.updateParticipant(meetingRef, identity, changeTo(person)));
      }),
    publish: (meetingRef, topic, message) => {
      const data = new TextEncoder().encode(JSON.stringify(message));
      return answered(() =>
        unlessMissing(rooms.sendData(meetingRef, data, DataPacket_Kind.RELIABLE, { topic })),
      );
    },
    mintToken: (grant) => mintToken(options, grant),
    identityOf: async (token) => (await claimsOf(options, token))?.sub ?? null,
    tracksAskedFor,
    announcesTracks,
    // Tokens of participants have no hash of a body.
    isEventToken: async (token) => Boolean((await claimsOf(options, token))?.sha256),
    readEvent: (body, authorization) =>
      receiver
        .receive(body, authorization)
        .then(toMediaEvent)
        .catch(() => null),
  };
}

function toMediaRoom({ name, sid, creationTime }: Room): MediaRoom {
  return { meetingRef: name, roomSid: sid, createdAt: new Date(Number(creationTime) * 1000) };
}

/** Rejects with MediaUnavailable for any failure: a server that refuses our call is of no use either. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new MediaUnavailable('The media server did not answer as expected', { cause });
  }
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * A cluster (v1.13) cannot delete a room whose node is lost, or whose node Redis has forgotten, but gives it a node
 * when it is opened again. A room that is gone must not be opened: its meeting is over.
 */
async function closeRoom(rooms: RoomServiceClient, name: string): Promise<void> {
  try {
    await unlessMissing(rooms.deleteRoom(name));
  } catch (error) {
    if (isRefusal(error)) throw error;
    const [room] = await rooms.listRooms([name]);
    if (!room) return;
    await rooms.createRoom({ name });
    await unlessMissing(rooms.deleteRoom(name));
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && Number(error.status) < 500;

function changeTo(person: InRoom) {
  const attributes = {
    [ROLE_ATTRIBUTE]: person.role,
    [CONSENT_ATTRIBUTE]: person.consent,
    [HAND_ATTRIBUTE]: person.handRaisedAt?.toISOString() ?? '',
  };
  const permission = {
    ...mayPublish(person.sends, person.sendsMessages),
    canSubscribe: person.subscribes,
  };
  return { attributes, permission };
}

/** An empty list of sources would allow them all. */
function mayPublish(sends: readonly MediaSource[], sendsMessages: boolean) {
  const canPublishSources = sends.flatMap((source) => SOURCES[source]);
  const canPublish = canPublishSources.length > 0;
  return { canPublish, canPublishSources, canPublishData: sendsMessages };
}

async function mintToken(
  { apiKey, apiSecret }: LiveKitOptions,
  grant: TokenGrant,
): Promise<string> {
  const token = new AccessToken(apiKey, apiSecret, {
    identity: grant.identity,
    name: grant.displayName,
    ttl: grant.ttlSeconds,
    attributes: {
      [ROLE_ATTRIBUTE]: grant.role,
      ...(grant.consent && { [CONSENT_ATTRIBUTE]: grant.consent }),
      ...(grant.handRaisedAt && { [HAND_ATTRIBUTE]: grant.handRaisedAt.toISOString() }),
      ...(grant.kind === 'client' && { [KIND_ATTRIBUTE]: 'client' }),
      ...(grant.transcribe === false && { [TRANSCRIBE_ATTRIBUTE]: 'off' }),
    },
  });
  const nothing = { canPublish: false, canPublishData: false };
  // A scribe tells other scribes what it receives.
  const scribe = { ...nothing, hidden: true, canUpdateOwnMetadata: true };
  const { sends = ALL_SOURCES, sendsMessages = true } = grant;
  token.addGrant({
    roomJoin: true,
    room: grant.meetingRef,
    canSubscribe: grant.subscribes ?? true,
    canUpdateOwnMetadata: false,
    ...(grant.role === 'scribe' ? scribe : mayPublish(sends, sendsMessages)),
  });
  return token.toJwt();
}

/** Null when the token is not of this key or has expired. */
function claimsOf({ apiKey, apiSecret }: LiveKitOptions, token: string) {
  return new TokenVerifier(apiKey, apiSecret).verify(token).catch(() => null);
}
