import { type Kysely, sql } from 'kysely';

// audit_entry: each process writes its own chain, so that no write waits for another process. `prev` is the hash of the
// previous entry; for a chain's first, that of the newest entry of any chain, or 32 zeros.
const statements = `
create table audit_entry (
  chain text not null, number int not null, at timestamptz not null, tenant text not null,
  key_id text not null, operation text not null, path text not null, status int not null,
  request_id text not null, prev bytea not null, hash bytea not null,
  primary key (chain, number)
);
create index audit_entry_by_time on audit_entry (at);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(';\n').filter((one) => one.trim() !== ''))
    await sql.raw(statement).execute(db);
}
