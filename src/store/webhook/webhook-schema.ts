// The tables of webhooks as Kysely sees them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  EventTypeChoice,
  WebhookAttempt,
  WebhookDelivery,
  WebhookStatus,
} from '../../../contract/generated/api.ts';
import type { KnownEventType } from '../../../contract/generated/lists.ts';

/** What a webhook without a choice gets: the types of version 1.0, so that no later one surprises its receiver. */
export const FIRST_TYPES = [
  'meeting.state_changed',
  'transcript.available',
  'summary.available',
] as const satisfies readonly KnownEventType[];

export type WebhookTable = {
  webhook_ref: string;
  tenant: string;
  url: string;
  /** null: those of FIRST_TYPES. */
  event_types: EventTypeChoice[] | null;
  status: WebhookStatus;
  status_reason: string | null;
  created_at: Date;
  /** What the secret is derived from; the secret itself is not stored. */
  secret_key_id: string;
  secret_number: number;
  previous_key_id: string | null;
  previous_number: number | null;
  previous_until: Date | null;
};

export type WebhookDeliveryTable = {
  delivery_ref: string;
  webhook_ref: string;
  /** Counts deliveries in the order in which they were written. */
  number: GeneratedAlways<number>;
  event_ref: string;
  event_type: KnownEventType | 'webhook.test';
  meeting_ref: string | null;
  /** The exact bytes that are signed and sent. */
  body: string;
  status: WebhookDelivery['status'];
  created_at: Date;
  delivered_at: Date | null;
  next_attempt_at: Date | null;
  /** Attempts since the delivery was written or last replayed. */
  attempt_count: Generated<number>;
  /** The last ones, in order. */
  attempts: ColumnType<WebhookAttempt[], string | undefined, string>;
};
