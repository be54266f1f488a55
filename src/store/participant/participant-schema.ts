// The tables of guest links and participants as Kysely sees them.
import type { ColumnType, Generated } from 'kysely';
import type {
  AdmissionRule,
  Consent,
  ParticipantKind,
  ParticipantRole,
  ParticipantState,
} from '../../../contract/generated/api.ts';

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
  /** Admissions by this link, and people who wait by it. */
  uses: Generated<number>;
  /** When somebody last could not join by it because media was down. */
  media_down_at: ColumnType<Date | null, Date | null | undefined>;
  /** The role of those who come in by it. */
  role: ColumnType<ParticipantRole, ParticipantRole | undefined>;
  /** Null: as the meeting says. */
  admission: ColumnType<AdmissionRule | null, AdmissionRule | null | undefined>;
};

export type LockedSource = 'microphone' | 'camera' | 'screen';

export type ParticipantTable = {
  participant_ref: string;
  meeting_ref: string;
  /** Null: a client, which came by a media token. */
  guest_link_ref: string | null;
  link_key_id: string;
  speaker_number: number;
  display_name: string;
  role: ColumnType<ParticipantRole, ParticipantRole | undefined>;
  state: ParticipantState;
  state_reason: ColumnType<string | null, string | null | undefined>;
  /** When the person was last admitted, or handed a media token; null for who has only waited. */
  admitted_at: Date | null;
  /** A person who waits and gives no sign of life until then has left. */
  waits_until: ColumnType<Date | null, Date | null | undefined>;
  connected_at: Date | null;
  left_at: Date | null;
  /** Whether what they say may be transcribed, and since when. */
  consent: ColumnType<Consent, Consent | undefined>;
  consent_at: ColumnType<Date | null, Date | null | undefined>;
  /** What the person may not send until somebody allows it again. */
  locked_sources: ColumnType<LockedSource[], LockedSource[] | undefined>;
  /** Left by a connection that is older than the last token: on the way back by that token. */
  may_return: Generated<boolean>;
  /** Was removed, and the same tab may come in again as a newcomer. */
  may_come_again: Generated<boolean>;
  /** Up since then, if it is up. */
  hand_raised_at: ColumnType<Date | null, Date | null | undefined>;
  kind: ColumnType<ParticipantKind, ParticipantKind | undefined>;
  /** What a client asked to be able to send; null: whatever the meeting allows. */
  can_publish: ColumnType<LockedSource[] | null, LockedSource[] | null | undefined>;
  can_subscribe: ColumnType<boolean, boolean | undefined>;
  /** False: never heard by the scribe, whatever the meeting says. */
  transcribe: ColumnType<boolean, boolean | undefined>;
};

/** What a person answered when asked whether they may be transcribed, and to which words. */
export type ConsentAnswerTable = {
  participant_ref: string;
  answered_at: Date;
  consent: Consent;
  /** The version of the wording that was answered. */
  wording: string;
};

/** One connection to media, by the media server's word. */
export type VisitTable = {
  participant_ref: string;
  joined_at: Date;
  left_at: Date | null;
  reason: VisitReason | null;
};
export type VisitReason =
  'left' | 'connection_lost' | 'removed' | 'link_revoked' | 'meeting_ended' | 'replaced';

/** The reports of a page about its media connection, added up. */
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
