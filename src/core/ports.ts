// What the core needs from the outside world. Adapters implement these; tests of the core may too.
import type {
  Consent,
  MuteParticipant,
  ParticipantKind,
  ParticipantRole,
} from '../../contract/generated/api.ts';

export type * from './recognizer-port.ts';
export type * from './writer-port.ts';
export type * from './trace-port.ts';

export type Clock = {
  now(): Date;
  /** False while this machine's own clock is off: LiveKit refuses tokens dated by it. */
  isRight?(): boolean;
};

export type MediaRoom = { meetingRef: string; roomSid: string; createdAt: Date };
/**
 * `person` is a guest; `machine` is our scribe, a recorder or an agent. `identity` is the
 * participantRef of a guest.
 */
export type MediaParticipant = {
  identity: string;
  kind: 'person' | 'machine';
  /** When its connection began, by the media server's clock. */
  since: Date | null;
  /** Of a scribe: it receives everyone whom it may hear. */
  receives?: boolean;
  /** The media server's current state of the person; null for machines, and where it is unknown. */
  current: InRoom | null;
};
/** What the others in the room see of a person, and what the person may send and receive. */
export type InRoom = {
  role: ParticipantRole;
  consent: Consent;
  sends: readonly MediaSource[];
  sendsMessages: boolean;
  handRaisedAt: Date | null;
  subscribes: boolean;
};
/** Why a connection ended, as far as the media server knows. */
export type DisconnectReason =
  'left' | 'connection_lost' | 'removed' | 'meeting_ended' | 'replaced';

export type MediaEvent = {
  eventId: string;
  kind: 'participant_joined' | 'participant_left' | 'room_started' | 'room_finished' | 'other';
  meetingRef: string | null;
  roomSid: string | null;
  participant: MediaParticipant | null;
  /** When the connection that this event is about began, by the media server's clock. */
  since: Date | null;
  /** The reason of `participant_left`. */
  reason: DisconnectReason | null;
  /** Whole seconds, by the media server's clock. */
  at: Date;
  /** When the media server last heard from the participant: long before `at` where a connection was lost. */
  lastSeenAt: Date;
};

export type TokenGrant = {
  meetingRef: string;
  identity: string;
  displayName: string;
  /** A scribe is hidden and publishes nothing. */
  role: ParticipantRole | 'scribe';
  /** What the others are shown; absent for participants who are not asked. */
  consent?: Consent;
  /** What a person may send; a scribe sends nothing. */
  sends?: readonly MediaSource[];
  /** Whether a person may send messages to the others; absent means yes. */
  sendsMessages?: boolean;
  /** Since when the person's hand is up. */
  handRaisedAt?: Date | null;
  /** `client`: a program of the tenant's, or an app; the others are shown this. Default: a person. */
  kind?: ParticipantKind;
  /** Whether the participant may see and hear the others; default yes. */
  subscribes?: boolean;
  /** False: the scribe does not subscribe to what this participant sends. */
  transcribe?: boolean;
  ttlSeconds: number;
};

/** `screen` means both its picture and its sound. */
export type MediaSource = NonNullable<MuteParticipant['source']>;
export const MAX_TRACK_MESSAGE_BYTES = 16 * 1024;
/** Rooms with which `parley doctor` tests a media server. Their events are recorded by these names. */
export const TRIAL_PREFIX = 'doctor_';

/** The media server. Every method but `readEvent` and those of tokens may reject with MediaUnavailable. */
export type MediaPort = {
  /** Idempotent; the room's sid. The room outlives its last person by at least `emptyRoomSeconds`. */
  openRoom(meetingRef: string, emptyRoomSeconds: number): Promise<string>;
  /** Idempotent; a room that does not exist counts as closed. Disconnects everyone. */
  closeRoom(meetingRef: string): Promise<void>;
  listRooms(): Promise<MediaRoom[]>;
  /** Empty when the room does not exist. */
  listParticipants(meetingRef: string): Promise<MediaParticipant[]>;
  /** Idempotent. */
  removeParticipant(meetingRef: string, identity: string): Promise<void>;
  /** Mutes what these people send from this source now; they may unmute. Skips those who are not there. */
  mute(meetingRef: string, identities: readonly string[], source: MediaSource): Promise<void>;
  /** Sets what the others in the room see, and what the person may send. Does nothing if the person is not there. */
  updateParticipant(meetingRef: string, identity: string, update: InRoom): Promise<void>;
  /** Sends one JSON message to everyone in the room. */
  publish(meetingRef: string, topic: string, message: object): Promise<void>;
  mintToken(grant: TokenGrant): Promise<string>;
  /** The identity that a token lets in; null unless it was minted with our key and has not expired. */
  identityOf(token: string): Promise<string | null>;
  /** The tracks that a client's message asks for; null when it announces one, or is none that clients send. */
  tracksAskedFor(message: Uint8Array): readonly string[] | null;
  /** Whether a `join_request` in a URL announces tracks, or is none that clients send. */
  announcesTracks(joinRequest: string): boolean;
  /** Whether the Authorization of a webhook call was signed with our key for an event, whatever its body. */
  isEventToken(token: string): Promise<boolean>;
  /** The event in a webhook call; null when signature or body hash is wrong. */
  readEvent(body: string, authorization: string | undefined): Promise<MediaEvent | null>;
};

/** The media server does not answer, or answers that it cannot. */
export class MediaUnavailable extends Error {}

/** `unknown`: the host does not resolve, or not in time. */
export type UrlVerdict =
  'allowed' | 'unknown' | 'malformed' | 'not_https' | 'credentials' | 'private_address';
/** `retryAfterMs`: how long the receiver asks us to wait; null when it does not say. */
export type PostOutcome =
  | { kind: 'answered'; status: number; retryAfterMs: number | null }
  | { kind: 'failed'; reason: 'timeout' | 'unreachable' | 'address_not_allowed' | 'tls' };

/** Calls to addresses that clients name. Neither method rejects. */
export type OutgoingHttpPort = {
  /** Whether the URL may be called, as far as is known now; takes at most 3 s. */
  judge(url: string): Promise<UrlVerdict>;
  /**
   * One POST, 15 s at most. Follows no redirect, keeps only the status and Retry-After of the answer,
   * and checks the address that it connects to.
   */
  post(
    url: string,
    request: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<PostOutcome>;
};

/** The recognizer cannot decode this range. */
export class RangeFailed extends Error {
  /**
   * The reason; where the sound could not be read, the system's code, such as EIO. It is logged, so it contains nothing
   * that was said.
   */
  readonly code: string | undefined;

  constructor(
    message: string,
    { code, ...options }: ErrorOptions & { code?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
  }
}

/** Receives one audio track from a listener. Calls come in order and must not block. */
export type AudioSink = {
  /** 16 kHz mono, valid during the call only. */
  write(samples: Int16Array): void;
  /** This many samples of silence: nothing was sent. */
  writeSilence(samples: number): void;
  /** What was sent in the last so many samples did not arrive; silence was written in its place. */
  noteLost?(samples: number): void;
  /** The track or the room has ended; nothing follows. */
  end(): void;
};
/** `wasThere`: it was published before the listener joined, so its beginning is missing. */
export type AudibleTrack = {
  identity: string;
  mediaTrackSid: string;
  wasThere: boolean;
  isMuted(): boolean;
};

/** `off` in a token: listeners do not subscribe. People cannot change their own attributes. */
export const TRANSCRIBE_ATTRIBUTE = 'parley.transcribe';
/** A listener of ours sets it on itself, for other scribes: packets of everyone who is not muted have arrived. */
export const RECEIVES_ATTRIBUTE = 'parley.receives';

/** `untranscribed`: the person's token says that nothing may be transcribed. */
export type MayHear = (identity: string, untranscribed: boolean, mediaTrackSid: string) => boolean;

/** Null: this track is not received. */
export type OnTrack = (track: AudibleTrack) => AudioSink | null;

/** Takes part in media rooms without being seen. */
export type ListenerPort = {
  /** A join may follow soon: loads what takes time to load. */
  prepare(): void;
  /**
   * Joins and calls `onTrack` for each audio track that `mayHear` allows, and subscribes to no others;
   * `review` calls `mayHear` again. `over` resolves when the room is gone or the
   * connection is lost, with the moment when that began, in milliseconds since 1970.
   * Rejects with MediaUnavailable when joining fails.
   */
  join(
    token: string,
    onTrack: OnTrack,
    mayHear: MayHear,
  ): Promise<{ over: Promise<number>; review(): void; leave(): Promise<void> }>;
};

/** Objects of a bucket, below one prefix. Keys have `/` between their parts. */
export type ObjectStorePort = {
  put(key: string, body: Uint8Array): Promise<void>;
  get(key: string): Promise<Uint8Array>;
  /** Every key that begins with `prefix`. */
  list(prefix: string): Promise<string[]>;
  /** The parts of the keys before their first `/`, each once. */
  listFolders(): Promise<string[]>;
  /** Deletes every key that begins with `prefix`. */
  deleteAll(prefix: string): Promise<void>;
};

/** Only these fields reach a log line. None may contain a URL, a header, a body, a title, a name or speech. */
export type LogFields = {
  component?: string;
  method?: string;
  route?: string;
  status?: number;
  durationMs?: number;
  /** When something happened in a meeting, from its start. */
  startMs?: number;
  endMs?: number;
  requestId?: string;
  keyId?: string;
  tenant?: string;
  meetingRef?: string;
  meetingState?: string;
  participantRef?: string;
  trackRef?: string;
  task?: string;
  attempt?: number;
  count?: number;
  pid?: number;
  /** Class and message of an error of ours or of a library; never of user input. */
  error?: unknown;
};
export type Log = {
  [level in 'debug' | 'info' | 'warn' | 'error']: (message: string, fields?: LogFields) => void;
};
