import { type Insertable, type Selectable, sql } from 'kysely';
import type { IdempotencyRecordTable, Tx } from './schema.ts';

export type IdempotencyRecordRow = Selectable<IdempotencyRecordTable>;
export type IdempotencyRecordId = Pick<
  IdempotencyRecordRow,
  'tenant' | 'method' | 'path' | 'idempotency_key'
>;

/**
 * True when the record is ours; false when another call has it. Waits while another transaction is writing it, and from
 * now on this transaction gives up (SQLSTATE 55P03) when it has waited `waitMs` for another.
 */
export async function claimIdempotencyRecord(
  tx: Tx,
  row: Insertable<IdempotencyRecordTable>,
  waitMs: number,
): Promise<boolean> {
  // The limit is read when the statement begins to wait: set by the statement itself, it costs no round trip.
  // An expired record counts as none: its key starts anew.
  const result = await sql`
    insert into idempotency_record
      (tenant, method, path, idempotency_key, fingerprint, status, headers, body, created_at, expires_at)
    select ${row.tenant}, ${row.method}, ${row.path}, ${row.idempotency_key}, ${row.fingerprint},
      ${row.status}, ${row.headers}, ${row.body}, ${row.created_at}, ${row.expires_at}
    from (select set_config('lock_timeout', ${String(waitMs)}, true)) as lock_limit
    on conflict (tenant, method, path, idempotency_key) do update set
      fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers, body = excluded.body,
      created_at = excluded.created_at, expires_at = excluded.expires_at
    where idempotency_record.expires_at <= excluded.created_at`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

export async function findIdempotencyRecord(
  tx: Tx,
  id: IdempotencyRecordId,
): Promise<IdempotencyRecordRow | undefined> {
  return tx
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
