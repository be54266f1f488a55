import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { Db, IdempotencyRecordTable, Tx } from './schema.ts';

export type IdempotencyRecordRow = Selectable<IdempotencyRecordTable>;
type IdempotencyRecordId = Pick<
  IdempotencyRecordRow,
  'tenant' | 'method' | 'path' | 'idempotency_key'
>;

export type NewIdempotencyRecord = Omit<IdempotencyRecordRow, 'status' | 'headers'>;

/**
 * Inserts the record whose values are $1 to $9 if `source` has its row; returns no row when another call has the
 * record. Waits while another transaction is writing it. From now on this transaction gives up (SQLSTATE 55P03) when it
 * has waited for another as long as the record's values say.
 */
// The limit is read when the statement begins to wait: set by the statement itself, it costs no round trip.
// An expired record counts as none, so its key can be used again.
export const claimFrom = (source: string): string => `
  insert into idempotency_record
    (tenant, method, path, idempotency_key, fingerprint, status, headers, body, created_at, expires_at)
  select $1, $2, $3, $4, $5, 201, '{}', $6, $7, $8 from ${source}
  on conflict (tenant, method, path, idempotency_key) do update set
    fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where idempotency_record.expires_at <= excluded.created_at returning 1`;

/** A `source` of one row, which sets how long the statement waits. */
export const LOCK_LIMIT = "(select set_config('lock_timeout', $9, true)) as lock_limit";
/** Values from here on are those of the rest of the statement. */
export const FIRST_AFTER_CLAIM = 10;

/** $1 to $9. */
export function claimValues(record: NewIdempotencyRecord, waitMs: number): unknown[] {
  const { tenant, method, path, idempotency_key, fingerprint, body } = record;
  const times = [record.created_at, record.expires_at];
  return [tenant, method, path, idempotency_key, fingerprint, body, ...times, String(waitMs)];
}

const CLAIM = claimFrom(LOCK_LIMIT);

/** True when the record is ours; false when another call has it. */
export async function claimIdempotencyRecord(
  tx: Tx,
  record: NewIdempotencyRecord,
  waitMs: number,
): Promise<boolean> {
  const query = CompiledQuery.raw(CLAIM, claimValues(record, waitMs));
  return (await tx.executeQuery(query)).rows.length > 0;
}

export async function findIdempotencyRecord(
  db: Db | Tx,
  id: IdempotencyRecordId,
): Promise<IdempotencyRecordRow | undefined> {
  return db
    .selectFrom('idempotency_record')
    .selectAll()
    .where('tenant', '=', id.tenant)
    .where('method', '=', id.method)
    .where('path', '=', id.path)
    .where('idempotency_key', '=', id.idempotency_key)
    .executeTakeFirst();
}

export async function completeIdempotencyRecord(
  tx: Tx,
  id: IdempotencyRecordId,
  body: string,
): Promise<void> {
  await sql`
    update idempotency_record set body = ${body}
    where tenant = ${id.tenant} and method = ${id.method} and path = ${id.path}
      and idempotency_key = ${id.idempotency_key}`.execute(tx);
}
