import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table connection_quality (
  participant_ref text primary key references participant on delete cascade,
  transport text not null, reconnections bigint not null,
  sent_packets bigint not null, sent_lost bigint not null,
  received_packets bigint not null, received_lost bigint not null,
  max_jitter_ms int not null, max_round_trip_ms int not null, reported_at timestamptz not null
)`,
    )
    .execute(db);
}
