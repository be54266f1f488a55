// The tables as Kysely sees them. The SQL that makes them is in migrations/.
import type { ColumnType, Generated, GeneratedAlways, Kysely, Transaction } from 'kysely';
import type {
  ArtifactResult,
  ArtifactStatus,
  Engine,
  EventData,
  MeetingState,
  Metadata,
  NewMeetingOptions,
} from '../../contract/generated/api.ts';
import type { KnownEventType } from '../../contract/generated/lists.ts';
import type { WebhookDeliveryTable, WebhookTable } from './webhook/webhook-schema.ts';
import type {
  ConnectionQualityTable,
  ConsentAnswerTable,
  GuestLinkTable,
  ParticipantTable,
  VisitTable,
} from './participant/participant-schema.ts';

export type ArtifactKind = 'transcript' | 'summary';
export type CaptureState = 'wanted' | 'attending' | 'flushed' | 'done';
/** `cut`: to be decoded. `failed`: the recognizer cannot decode it. `lost`: its audio never reached the spool. */
export type UtteranceState = 'cut' | 'words' | 'no_words' | 'failed' | 'lost';

export type ApiKeyTable = {
  key_id: string;
  tenant: string;
  name: string;
  mode: 'test' | 'live';
  hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
};

export type IdempotencyRecordTable = {
  tenant: string;
  method: string;
  path: string;
  idempotency_key: string;
  fingerprint: Buffer;
  status: number;
  headers: Record<string, string>;
  body: string;
  created_at: Date;
  expires_at: Date;
};

export type MeetingTable = {
  meeting_ref: string;
  tenant: string;
  state: MeetingState;
  state_reason: string | null;
  title: string;
  start_at: string | null;
  end_at: string | null;
  timezone: string | null;
  starts_at: ColumnType<Date | null, Date | null | undefined>;
  ends_at: Date | null;
  /** When `starts_at` or `ends_at` last changed; null while they are as at creation. */
  rescheduled_at: Date | null;
  /** As the client sent it. */
  language_code: ColumnType<string | null, string | null | undefined>;
  created_at: Date;
  state_changed_at: Date;
  started_at: Date | null;
  ending_at: Date | null;
  ended_at: Date | null;
  room_sid: string | null;
  media_seen_at: Date | null;
  metadata: ColumnType<Metadata, string | undefined, string>;
  /** What the client asked for; the settings fill in the rest. */
  options: ColumnType<NewMeetingOptions, string | undefined, string>;
  /** No newcomers are let in. */
  locked: Generated<boolean>;
  version: Generated<number>;
};
type MediaEventTable = { event_id: string; received_at: Date };
type FinishedRoomTable = { room_sid: string; meeting_ref: string; finished_at: Date };

export const TASK_KINDS = [
  'no_show',
  'empty_room',
  'max_run',
  'ending',
  'close_room',
  'remove_guests',
  'drop_waiting',
  'attend_meeting',
  'stand_by',
  'finish_transcript',
  'write_summary',
  'transcript_deadline',
  'summary_deadline',
  'deliver_webhook',
  'apply_retention',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];
export type TaskTable = {
  kind: TaskKind;
  ref: string;
  due_at: Date;
  attempt: Generated<number>;
  /** One lease of one holder; a later one of the same holder has another. */
  lease_id: ColumnType<string | null, string | null | undefined>;
  leased_by: ColumnType<string | null, string | null | undefined>;
  leased_until: ColumnType<Date | null, Date | null | undefined>;
  /** Became due again while it was leased. */
  is_put_again: Generated<boolean>;
};

export type ArtifactTable = {
  meeting_ref: string;
  kind: ArtifactKind;
  status: ArtifactStatus;
  result: ArtifactResult | null;
  reason: string | null;
  available_at: Date | null;
  content: unknown;
  /** Answers of the writer that are already paid for, by key; empty once the artifact is available. */
  writer_notes: ColumnType<Record<string, string>, string | undefined, string>;
  /** When the meeting's own option, and not the operator's setting, deletes the content. */
  keep_until: ColumnType<Date | null, Date | null | undefined>;
  /** When the content was erased, by a call or by the retention rules. */
  expired_at: ColumnType<Date | null, Date | null | undefined>;
  version: Generated<number>;
};

/** What remains of a meeting that the retention rules deleted. */
type ExpiredMeetingTable = { meeting_ref: string; tenant: string; expired_at: Date };

export type CaptureTable = {
  meeting_ref: string;
  state: CaptureState;
  /** What transcribed. */
  engine: Engine | null;
  /** Why the scribe does not transcribe this meeting: the transcript's reason. */
  refusal: ColumnType<string | null, string | null | undefined>;
  changed_at: Date;
  /** The last position given to an utterance. */
  live_position: Generated<number>;
};

export type TrackTable = {
  track_ref: string;
  meeting_ref: string;
  participant_ref: string;
  media_track_sid: string;
  started_at: Date;
  scanned_samples: Generated<number>;
  closed: Generated<boolean>;
};

export type UtteranceTable = {
  track_ref: string;
  from_sample: number;
  to_sample: number;
  state: UtteranceState;
  /** Derived from `state`; keeps the keys of lost ranges and others apart. */
  is_lost: GeneratedAlways<boolean>;
  /** It ends where the speaker had not paused. */
  is_forced: Generated<boolean>;
  /** 1, 2, 3… in the order in which the meeting's utterances became final; null without words. */
  live_position: ColumnType<number | null, number | null | undefined>;
  text: string | null;
  language_code: string | null;
  /** The second pass's result, until it replaces `text`. */
  second_text: ColumnType<string | null, string | null | undefined>;
  second_language_code: ColumnType<string | null, string | null | undefined>;
};

export type EventTable = {
  event_id: Generated<number>;
  /** The same in every webhook and every retry of it. */
  event_ref: string;
  tenant: string;
  /** 1, 2, 3… for each tenant, in the order in which the transactions commit. */
  position: number;
  type: KnownEventType;
  meeting_ref: string;
  meeting_state: MeetingState;
  created_at: Date;
  /** Additional data of an event about a participant. */
  participant: ColumnType<EventParticipant | null, string | null | undefined>;
};
export type EventParticipant = Omit<EventData, 'meetingRef' | 'meetingState'>;
type EventPositionTable = { tenant: string; last: number };

/** What identifies a key of `link-keys.json`, and the key itself, sealed with a secret that is in no table. */
type LinkKeyTable = {
  key_id: string;
  fingerprint: string;
  sealed: string;
  created_at: Generated<Date>;
};

/** What a key did, or a host in the page: migrations/0002-audit-log.ts. */
export type AuditEntryTable = {
  chain: string;
  number: number;
  at: Date;
  tenant: string;
  /** Null where a participant acted. */
  key_id: string | null;
  operation: string;
  path: string;
  status: number;
  request_id: string;
  prev: Buffer;
  hash: Buffer;
  /** Null where a key acted. */
  participant_ref: string | null;
};

export type Database = {
  audit_entry: AuditEntryTable;
  api_key: ApiKeyTable;
  idempotency_record: IdempotencyRecordTable;
  meeting: MeetingTable;
  expired_meeting: ExpiredMeetingTable;
  guest_link: GuestLinkTable;
  link_key: LinkKeyTable;
  participant: ParticipantTable;
  visit: VisitTable;
  connection_quality: ConnectionQualityTable;
  consent_answer: ConsentAnswerTable;
  media_event: MediaEventTable;
  finished_room: FinishedRoomTable;
  task: TaskTable;
  artifact: ArtifactTable;
  capture: CaptureTable;
  track: TrackTable;
  utterance: UtteranceTable;
  event: EventTable;
  event_position: EventPositionTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
};

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
