import { type Kysely, sql } from 'kysely';

// event.position counts the events of a tenant without gaps, in the order in which their transactions commit.
const statements = `
create table event_position (tenant text primary key, last bigint not null);
alter table event add column event_ref text;
alter table event add column position bigint;
update event set event_ref = 'evt_' || replace(gen_random_uuid()::text, '-', ''), position = counted.position
  from (select event_id, row_number() over (partition by tenant order by event_id) as position from event) as counted
  where counted.event_id = event.event_id;
insert into event_position (tenant, last) select tenant, max(position) from event group by tenant;
alter table event alter column event_ref set not null;
alter table event alter column position set not null;
create unique index event_by_position on event (tenant, position);
drop index event_by_tenant;
create table webhook (
  webhook_ref text primary key, tenant text not null, url text not null, event_types text[],
  status text not null check (status in ('active', 'disabled')), status_reason text, created_at timestamptz not null,
  secret_key_id text not null, secret_number int not null,
  previous_key_id text, previous_number int, previous_until timestamptz
);
create index webhook_by_tenant on webhook (tenant, created_at, webhook_ref);
create table webhook_delivery (
  delivery_ref text primary key, webhook_ref text not null references webhook on delete cascade,
  number bigint generated always as identity, event_ref text not null, event_type text not null, meeting_ref text, body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')), created_at timestamptz not null, delivered_at timestamptz,
  next_attempt_at timestamptz, attempt_count int not null default 0, attempts jsonb not null default '[]'
);
create index webhook_delivery_by_webhook on webhook_delivery (webhook_ref, number);
create index webhook_delivery_waiting on webhook_delivery (webhook_ref, meeting_ref, number) where status = 'pending';
create index webhook_delivery_by_age on webhook_delivery (created_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(';\n'))
    if (statement.trim()) await sql.raw(statement).execute(db);
}
