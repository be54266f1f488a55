// The tables of guest links and participants as Kysely sees them.
import type { ColumnType, Generated } from 'kysely';
import type { ParticipantRole, ParticipantState } from '../../contract/generated/api.ts';

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
  /** Admissions by this link. */
  uses: Generated<number>;
  /** When somebody last could not join by it because media was down. */
  media_down_at: ColumnType<Date | null, Date | null | undefined>;
};

export type ParticipantTable = {
  participant_ref: string;
  meeting_ref: string;
  guest_link_ref: string;
  link_key_id: string;
  speaker_number: number;
  display_name: string;
  role: ColumnType<ParticipantRole, ParticipantRole | undefined>;
  state: ParticipantState;
  state_reason: ColumnType<string | null, string | null | undefined>;
  /** When a media token was last handed out. */
  admitted_at: Date;
  connected_at: Date | null;
  left_at: Date | null;
  /** Left by a connection that is older than the last token: on the way back by that token. */
  may_return: Generated<boolean>;
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
