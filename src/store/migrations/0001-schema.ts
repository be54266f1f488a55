import { type Kysely, sql } from 'kysely';

// task: `lease_id` tells one lease from the next of the same holder; `is_put_again` says that the task became due again
// while it was leased. event.position counts a tenant's events without gaps, in the order of their commits.
const statements = `
create table api_key (
  key_id text primary key, tenant text not null, name text not null, mode text not null,
  hash bytea not null, scopes text[] not null,
  created_at timestamptz not null, expires_at timestamptz, revoked_at timestamptz, last_used_at timestamptz
);
create table idempotency_record (
  tenant text not null, method text not null, path text not null, idempotency_key text not null,
  fingerprint bytea not null, status int not null, headers jsonb not null, body text not null,
  created_at timestamptz not null, expires_at timestamptz not null,
  primary key (tenant, method, path, idempotency_key)
);
create index idempotency_record_expiry on idempotency_record (expires_at);
create table link_key (
  key_id text primary key, fingerprint text not null, sealed text not null,
  created_at timestamptz not null default now()
);
create table meeting (
  meeting_ref text primary key, tenant text not null,
  state text not null
    check (state in ('created', 'in_progress', 'ending', 'ended', 'cancelled', 'failed')),
  state_reason text, title text not null, start_at text, end_at text, timezone text,
  starts_at timestamptz, ends_at timestamptz, language_code text, created_at timestamptz not null,
  state_changed_at timestamptz not null, started_at timestamptz, ending_at timestamptz,
  ended_at timestamptz, room_sid text, media_seen_at timestamptz,
  metadata jsonb not null default '{}', options jsonb not null default '{}',
  locked boolean not null default false,
  version int not null default 1
);
create index meeting_by_tenant on meeting (tenant, created_at, meeting_ref);
create index meeting_by_metadata on meeting using gin (metadata jsonb_path_ops)
  where metadata <> '{}';
create index meeting_open on meeting (state) where state in ('created', 'in_progress', 'ending');
create index meeting_by_end on meeting (state_changed_at)
  where state in ('ended', 'cancelled', 'failed');
create index meeting_over on meeting (state) where state in ('ended', 'cancelled', 'failed');
create table expired_meeting (
  meeting_ref text primary key, tenant text not null, expired_at timestamptz not null
);
create table guest_link (
  guest_link_ref text primary key, meeting_ref text not null references meeting on delete cascade,
  link_key_id text not null, created_at timestamptz not null, expires_at timestamptz not null,
  own_expiry boolean not null default false, revoked_at timestamptz, display_name text, max_uses int,
  uses int not null default 0, media_down_at timestamptz,
  role text not null default 'guest' check (role in ('host', 'guest')),
  admission text check (admission in ('direct', 'ask'))
);
create index guest_link_by_meeting on guest_link (meeting_ref);
create function parley_count_guest_links(text) returns bigint language sql volatile as $$
  select count(*) from guest_link where meeting_ref = $1
$$;
create table participant (
  participant_ref text primary key, meeting_ref text not null references meeting on delete cascade,
  guest_link_ref text references guest_link on delete cascade, link_key_id text not null,
  speaker_number int not null, display_name text not null,
  role text not null default 'guest' check (role in ('host', 'guest')),
  state text not null
    check (state in ('waiting', 'admitted', 'present', 'left', 'refused', 'removed')),
  state_reason text, admitted_at timestamptz, waits_until timestamptz,
  consent text not null default 'not_asked' check (consent in ('given', 'declined', 'not_asked')),
  consent_at timestamptz, locked_sources text[] not null default '{}',
  connected_at timestamptz, left_at timestamptz, may_return boolean not null default false,
  hand_raised_at timestamptz, may_come_again boolean not null default false,
  kind text not null default 'person' check (kind in ('person', 'client')),
  can_publish text[], can_subscribe boolean not null default true, transcribe boolean not null default true,
  unique (meeting_ref, speaker_number)
);
create index participant_by_guest_link on participant (guest_link_ref);
create table consent_answer (
  participant_ref text not null references participant on delete cascade,
  answered_at timestamptz not null, consent text not null, wording text not null,
  primary key (participant_ref, answered_at)
);
create table visit (
  participant_ref text not null references participant on delete cascade,
  joined_at timestamptz not null, left_at timestamptz, reason text,
  primary key (participant_ref, joined_at)
);
create table media_event (event_id text primary key, received_at timestamptz not null);
create index media_event_by_age on media_event (received_at);
create table finished_room (
  room_sid text primary key, meeting_ref text not null, finished_at timestamptz not null
);
create index finished_room_by_age on finished_room (finished_at);
create index finished_room_by_meeting on finished_room (meeting_ref);
create table task (
  kind text not null, ref text not null, due_at timestamptz not null, attempt int not null default 0,
  lease_id uuid, leased_by text, leased_until timestamptz, is_put_again boolean not null default false,
  primary key (kind, ref)
);
create index task_due on task (kind, due_at);
create table artifact (
  meeting_ref text not null references meeting on delete cascade,
  kind text not null check (kind in ('transcript', 'summary')),
  status text not null check (status in ('pending', 'processing', 'available')),
  result text check (result in ('complete', 'partial', 'empty', 'failed')),
  reason text, available_at timestamptz, content json, writer_notes jsonb not null default '{}',
  keep_until timestamptz, expired_at timestamptz, version int not null default 1,
  primary key (meeting_ref, kind), check ((status = 'available') = (result is not null))
);
create index artifact_by_age on artifact (available_at) where expired_at is null;
create index artifact_by_result on artifact (kind, result) where result is not null;
create index artifact_processing on artifact (kind) where status = 'processing';
create index artifact_by_keep_until on artifact (keep_until)
  where expired_at is null and keep_until is not null;
create table capture (
  meeting_ref text primary key references meeting on delete cascade,
  state text not null check (state in ('wanted', 'attending', 'flushed', 'done')),
  engine jsonb, refusal text, changed_at timestamptz not null, live_position bigint not null default 0
);
create index capture_open on capture (meeting_ref) where state <> 'done';
create table track (
  track_ref text primary key, meeting_ref text not null references meeting on delete cascade,
  participant_ref text not null references participant on delete cascade,
  media_track_sid text not null, started_at timestamptz not null,
  scanned_samples bigint not null default 0, closed boolean not null default false,
  unique (meeting_ref, media_track_sid)
);
create index track_by_participant on track (participant_ref);
create table utterance (
  track_ref text not null references track on delete cascade,
  from_sample bigint not null, to_sample bigint not null,
  state text not null check (state in ('cut', 'words', 'no_words', 'failed', 'lost')),
  is_lost boolean not null generated always as (state = 'lost') stored,
  is_forced boolean not null default false,
  live_position bigint, text text, language_code text, second_text text, second_language_code text,
  primary key (track_ref, is_lost, from_sample), check (to_sample > from_sample)
);
create function parley_next_live_position(text) returns bigint language sql volatile as $$
  update capture set live_position = live_position + 1
  where meeting_ref = (select meeting_ref from track where track_ref = $1) returning live_position
$$;
create table event (
  event_id bigint generated always as identity primary key, event_ref text not null,
  tenant text not null, position bigint not null, type text not null, meeting_ref text not null,
  meeting_state text not null, created_at timestamptz not null, participant jsonb
);
create unique index event_by_position on event (tenant, position);
create table event_position (tenant text primary key, last bigint not null);
create table webhook (
  webhook_ref text primary key, tenant text not null, url text not null, event_types text[],
  status text not null check (status in ('active', 'disabled')), status_reason text,
  created_at timestamptz not null, secret_key_id text not null, secret_number int not null,
  previous_key_id text, previous_number int, previous_until timestamptz
);
create index webhook_by_tenant on webhook (tenant, created_at, webhook_ref);
create table webhook_delivery (
  delivery_ref text primary key, webhook_ref text not null references webhook on delete cascade,
  number bigint generated always as identity, event_ref text not null, event_type text not null,
  meeting_ref text, body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  created_at timestamptz not null, delivered_at timestamptz, next_attempt_at timestamptz,
  attempt_count int not null default 0, attempts jsonb not null default '[]'
);
create index webhook_delivery_by_webhook on webhook_delivery (webhook_ref, number);
create index webhook_delivery_waiting on webhook_delivery (webhook_ref, meeting_ref, number)
  where status = 'pending';
create index webhook_delivery_by_age on webhook_delivery (created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(';\n'))
    if (statement.trim()) await sql.raw(statement).execute(db);
}
