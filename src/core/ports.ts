// What the core asks of the outside world. Adapters implement these; tests of the core may too.
import type { SummaryContent, SummaryInput } from './summary/summary-input.ts';

export type Clock = { now(): Date };

export type MediaRoom = { meetingRef: string; roomSid: string };
/** `person` is a guest; `machine` is our scribe, a recorder or an agent. `identity` is the participantRef of a guest. */
export type MediaParticipant = { identity: string; kind: 'person' | 'machine' };

export type MediaEvent = {
  eventId: string;
  kind: 'participant_joined' | 'participant_left' | 'room_started' | 'room_finished' | 'other';
  meetingRef: string | null;
  roomSid: string | null;
  participant: MediaParticipant | null;
  /** Whole seconds, by the media server's clock. */
  at: Date;
};

export type TokenGrant = {
  meetingRef: string;
  identity: string;
  displayName: string;
  /** A scribe is hidden and publishes nothing. */
  role: 'guest' | 'scribe';
  ttlSeconds: number;
};

/** The media server. Every method but `readEvent` and `mintToken` may reject with MediaUnavailable. */
export type MediaPort = {
  /** Idempotent; the room's sid. */
  openRoom(meetingRef: string): Promise<string>;
  /** Idempotent; a room that does not exist is closed. Disconnects everybody. */
  closeRoom(meetingRef: string): Promise<void>;
  listRooms(): Promise<MediaRoom[]>;
  /** Empty when the room does not exist. */
  listParticipants(meetingRef: string): Promise<MediaParticipant[]>;
  /** Idempotent. */
  removeParticipant(meetingRef: string, identity: string): Promise<void>;
  /** Sends one JSON message to everybody in the room. */
  publish(meetingRef: string, topic: string, message: object): Promise<void>;
  mintToken(grant: TokenGrant): Promise<string>;
  /** The event in a webhook call; null when signature or body hash is wrong. */
  readEvent(body: string, authorization: string | undefined): Promise<MediaEvent | null>;
};

/** The media server does not answer, or answers that it cannot. */
export class MediaUnavailable extends Error {}

export type WriterPort = {
  write(input: SummaryInput, signal: AbortSignal): Promise<SummaryContent>;
};

export type Engine = { name: string; model: string; quality: 'basic' | 'standard' };

/** Only these fields reach a log line. None may hold a URL, a header, a body, a title, a name or spoken words. */
export type LogFields = {
  component?: string;
  method?: string;
  route?: string;
  status?: number;
  durationMs?: number;
  requestId?: string;
  keyId?: string;
  tenant?: string;
  meetingRef?: string;
  participantRef?: string;
  trackRef?: string;
  task?: string;
  attempt?: number;
  count?: number;
  pid?: number;
  /** Class and message of an error of ours or of a library; never of user input. */
  error?: unknown;
};
export type Log = { [level in 'debug' | 'info' | 'warn' | 'error']: (message: string, fields?: LogFields) => void };
