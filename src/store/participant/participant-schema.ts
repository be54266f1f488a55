// The tables of guest links and participants as Kysely sees them.
import type { ColumnType, Generated } from 'kysely';
import type {
  AdmissionRule,
  Consent,
  MuteParticipant,
  ParticipantKind,
  ParticipantRole,
} from '../../../contract/generated/api.ts';
import type { KnownParticipantState } from '../../../contract/generated/lists.ts';

export type GuestLinkTable = {
  guest_link_ref: string;
  meeting_ref: string;
  link_key_id: string;
  created_at: Date;
  expires_at: Date;
  /** The client chose `expires_at`; otherwise it follows the schedule. */
  own_expiry: Generated<boolean>;
  revoked_at: Date | null;
  /** The name that the lobby suggests. */
  display_name: ColumnType<string | null, string | null | undefined>;
  max_uses: ColumnType<number | null, number | null | undefined>;
  /** Admissions by this link, plus people who wait with it. */
  uses: Generated<number>;
  /** When someone last could not join by it because media was down. */
  media_down_at: ColumnType<Date | null, Date | null | undefined>;
  /** The role of those who join by it. */
  role: ColumnType<ParticipantRole, ParticipantRole | undefined>;
  /** Null: as the meeting says. */
  admission: ColumnType<AdmissionRule | null, AdmissionRule | null | undefined>;
};

export type LockedSource = NonNullable<MuteParticipant['source']>;

export type ParticipantTable = {
  participant_ref: string;
  meeting_ref: string;
  /** Null: a client, which joined with a media token. */
  guest_link_ref: string | null;
  link_key_id: string;
  speaker_number: number;
  display_name: string;
  role: ColumnType<ParticipantRole, ParticipantRole | undefined>;
  state: KnownParticipantState;
  state_reason: ColumnType<string | null, string | null | undefined>;
  /** When the person was last admitted or given a media token; null for someone who has only waited. */
  admitted_at: Date | null;
  /** A person who waits counts as having left unless a sign of life comes by then. */
  waits_until: ColumnType<Date | null, Date | null | undefined>;
  connected_at: Date | null;
  left_at: Date | null;
  /** Whether what they say may be transcribed, and since when. */
  consent: ColumnType<Consent, Consent | undefined>;
  consent_at: ColumnType<Date | null, Date | null | undefined>;
  /** What the person may not send until it is allowed again. */
  locked_sources: ColumnType<LockedSource[], LockedSource[] | undefined>;
  /** The connection that ended is older than the last token: the person is returning with that token. */
  may_return: Generated<boolean>;
  /** Was removed, but the same tab may join again as a newcomer. */
  may_come_again: Generated<boolean>;
  /** Since when the hand is up, if it is. */
  hand_raised_at: ColumnType<Date | null, Date | null | undefined>;
  kind: ColumnType<ParticipantKind, ParticipantKind | undefined>;
  /** What a client asked to be able to send; null: whatever the meeting allows. */
  can_publish: ColumnType<LockedSource[] | null, LockedSource[] | null | undefined>;
  can_subscribe: ColumnType<boolean, boolean | undefined>;
  /** False: never transcribed, whatever the meeting's options say. */
  transcribe: ColumnType<boolean, boolean | undefined>;
};

/** What a person answered when asked whether they may be transcribed, and to which wording. */
export type ConsentAnswerTable = {
  participant_ref: string;
  answered_at: Date;
  consent: Consent;
  /** The version of the wording that was answered. */
  wording: string;
};

/** One connection to media, as the media server reported it. */
export type VisitTable = {
  participant_ref: string;
  joined_at: Date;
  left_at: Date | null;
  reason: VisitReason | null;
};
export type VisitReason =
  'left' | 'connection_lost' | 'removed' | 'link_revoked' | 'meeting_ended' | 'replaced';

/** A page's reports about its media connection, combined. */
export type ConnectionQualityTable = {
  participant_ref: string;
  transport: string;
  reconnections: number;
  sent_packets: number;
  sent_lost: number;
  received_packets: number;
  received_lost: number;
  max_jitter_ms: number;
  max_round_trip_ms: number;
  reported_at: Date;
};
