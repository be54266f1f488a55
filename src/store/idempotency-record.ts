import { type Insertable, type Selectable, sql } from 'kysely';
import type { IdempotencyRecordTable, Tx } from './schema.ts';

export type IdempotencyRecordRow = Selectable<IdempotencyRecordTable>;
export type IdempotencyRecordId = Pick<IdempotencyRecordRow, 'tenant' | 'method' | 'path' | 'idempotency_key'>;

/**
 * True when the record is ours; false when another call has it. Waits while another transaction is writing it, and from
 * now on this transaction gives up (SQLSTATE 55P03) when it has waited `waitMs` for another.
 */
export async function claimIdempotencyRecord(tx: Tx, row: Insertable<IdempotencyRecordTable>, waitMs: number): Promise<boolean> {
  const columns = Object.keys(row) as (keyof typeof row)[];
  // The limit is read when the statement begins to wait; set by the same statement, it costs no round trip.
  const limit = sql<string>`(select set_config('lock_timeout', ${String(waitMs)}, true))`.as('lock_limit');
  const result = await tx
    .insertInto('idempotency_record')
    .columns(columns)
    .expression((query) => query.selectFrom(limit).select((eb) => columns.map((name) => eb.val(row[name]).as(name))))
    .onConflict((conflict) =>
      // An expired record counts as none: its key starts anew.
      conflict
        .columns(['tenant', 'method', 'path', 'idempotency_key'])
        .doUpdateSet({
          fingerprint: row.fingerprint,
          status: row.status,
          headers: row.headers,
          body: row.body,
          created_at: row.created_at,
          expires_at: row.expires_at,
        })
        .where('idempotency_record.expires_at', '<=', row.created_at),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findIdempotencyRecord(tx: Tx, id: IdempotencyRecordId): Promise<IdempotencyRecordRow | undefined> {
  return tx
    .selectFrom('idempotency_record')
    .selectAll()
    .where('tenant', '=', id.tenant)
    .where('method', '=', id.method)
    .where('path', '=', id.path)
    .where('idempotency_key', '=', id.idempotency_key)
    .executeTakeFirst();
}

export async function completeIdempotencyRecord(tx: Tx, id: IdempotencyRecordId, body: string): Promise<void> {
  await tx
    .updateTable('idempotency_record')
    .set({ body })
    .where('tenant', '=', id.tenant)
    .where('method', '=', id.method)
    .where('path', '=', id.path)
    .where('idempotency_key', '=', id.idempotency_key)
    .execute();
}
