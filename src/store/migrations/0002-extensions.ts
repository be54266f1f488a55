import { type Kysely, sql } from 'kysely';

const statements = `
alter table guest_link add column own_expiry boolean not null default false;
alter table guest_link add column display_name text;
alter table guest_link add column max_uses int;
alter table guest_link add column uses int not null default 0;
update guest_link set uses = (
  select count(*) from participant where participant.guest_link_ref = guest_link.guest_link_ref and not media_down_at_admission
);
alter table artifact add column expired_at timestamptz;
create table expired_meeting (meeting_ref text primary key, tenant text not null, expired_at timestamptz not null);
create index artifact_by_age on artifact (available_at) where expired_at is null;
create index meeting_by_end on meeting (state_changed_at) where state in ('ended', 'cancelled', 'failed');
create index media_event_by_age on media_event (received_at);
create index finished_room_by_age on finished_room (finished_at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(';\n'))
    if (statement.trim()) await sql.raw(statement).execute(db);
}
