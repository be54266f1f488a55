import { hash } from 'node:crypto';
import {
  claimIdempotencyRecord,
  completeIdempotencyRecord,
  findIdempotencyRecord,
  type NewIdempotencyRecord,
} from '../../store/idempotency-record.ts';
import type { MeetingRow } from '../../store/meeting.ts';
import type { RecordedMeeting } from '../../store/retention.ts';
import { isLockTimeout } from '../../store/database/trouble.ts';
import { type Ctx, inTransaction, type TxCtx } from '../context.ts';
import { Problem } from '../problem.ts';
import { canonicalJson } from './canonical-json.ts';
import { DAY_MS, MINUTE_MS } from '../timing.ts';

/** One call of a client: the same `key` on another method or path is another call. `path` is the exact decoded path. */
export type OneCall = { tenant: string; method: string; path: string; key: string };

export type Once<T> = { outcome: T; replayed: boolean };

const WAIT_FOR_OTHER_MS = 2_000;
const KEEP_MS = DAY_MS;

/**
 * Runs `create` at most once for the call, in the caller's transaction, and remembers its outcome for 24 h; later calls
 * get that outcome. Without a key (`call` is null) it just runs. `input` is the validated body; `create` must return
 * plain JSON without secrets, since it is stored.
 * Problems: idempotency_key_reused, idempotency_key_in_use, content_expired when the outcome was deleted.
 * Source: draft-ietf-httpapi-idempotency-key-header.
 */
export async function once<T>(
  tx: TxCtx,
  call: OneCall | null,
  input: unknown,
  create: () => Promise<T>,
): Promise<Once<T>> {
  if (call === null) return { outcome: await create(), replayed: false };
  const record = recordOf(tx, call, input);
  if (!(await orInUse(claimIdempotencyRecord(tx.db, record, WAIT_FOR_OTHER_MS))))
    return replay(tx, record);
  const outcome = await create();
  await completeIdempotencyRecord(tx.db, record, JSON.stringify(outcome));
  return { outcome, replayed: false };
}

/**
 * The same for a result that one statement writes together with the record, without a transaction. `plan` prepares that
 * result; `insert` returns false when another call has the record.
 */
export async function insertOnce<Plan extends { outcome: unknown }>(
  ctx: Ctx,
  call: OneCall,
  input: unknown,
  plan: () => Plan,
  insert: (plan: Plan, record: NewIdempotencyRecord, waitMs: number) => Promise<boolean>,
): Promise<Once<Plan['outcome']>> {
  let planned: Plan;
  try {
    planned = plan();
  } catch (error) {
    // A repeated call gets its earlier outcome, even if the call would fail now.
    return inTransaction(ctx, (tx) => once(tx, call, input, () => Promise.reject(error)));
  }
  const record = recordOf(ctx, call, input, planned.outcome);
  const inserted = await orInUse(insert(planned, record, WAIT_FOR_OTHER_MS));
  return inserted ? { outcome: planned.outcome, replayed: false } : replay(ctx, record);
}

/** The record of the call, with its outcome once that is known. */
export function recordOf(
  { clock }: Pick<Ctx, 'clock'>,
  { tenant, method, path, key }: OneCall,
  input: unknown,
  outcome?: unknown,
): NewIdempotencyRecord {
  const now = clock.now();
  return {
    tenant,
    method,
    path,
    idempotency_key: key,
    fingerprint: hash('sha256', canonicalJson(input), 'buffer'),
    body: outcome === undefined ? '' : JSON.stringify(outcome),
    created_at: now,
    expires_at: new Date(now.getTime() + KEEP_MS),
  };
}

/** The meeting's records. Its creation was recorded at the same moment; a minute allows for a slow process. */
export function recordsOf({
  tenant,
  meeting_ref: meetingRef,
  created_at: createdAt,
}: Pick<MeetingRow, 'tenant' | 'meeting_ref' | 'created_at'>): RecordedMeeting {
  const expiresMs = createdAt.getTime() + KEEP_MS;
  const [from, to] = [new Date(expiresMs - MINUTE_MS), new Date(expiresMs + MINUTE_MS)];
  return { tenant, meetingRef, createdExpires: { from, to } };
}

async function replay<T>(ctx: Ctx | TxCtx, asked: NewIdempotencyRecord): Promise<Once<T>> {
  const record = await findIdempotencyRecord(ctx.db, asked);
  if (!record) throw inUse();
  // What the call created was deleted.
  if (record.body === '') throw new Problem('content_expired');
  if (!record.fingerprint.equals(asked.fingerprint)) throw new Problem('idempotency_key_reused');
  return { outcome: JSON.parse(record.body), replayed: true };
}

async function orInUse(claimed: Promise<boolean>): Promise<boolean> {
  try {
    return await claimed;
  } catch (error) {
    throw isLockTimeout(error) ? inUse() : error;
  }
}

const inUse = (): Problem => new Problem('idempotency_key_in_use', { retryAfter: 1 });
