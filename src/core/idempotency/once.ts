import { createHash } from 'node:crypto';
import {
  claimIdempotencyRecord,
  completeIdempotencyRecord,
  findIdempotencyRecord,
  type IdempotencyRecordId,
} from '../../store/idempotency-record.ts';
import { isLockTimeout } from '../../store/database-trouble.ts';
import type { TxCtx } from '../context.ts';
import { Problem } from '../problem.ts';
import { canonicalJson } from './canonical-json.ts';

/** One call of a client: the same `key` on another method or path is another call. `path` is the exact decoded path. */
export type OneCall = { tenant: string; method: string; path: string; key: string };

const WAIT_FOR_OTHER_MS = 2_000;
const KEEP_MS = 24 * 60 * 60 * 1000;

/**
 * Runs `create` at most once for the call, in the caller's transaction, and remembers its outcome for 24 h; later calls
 * get that outcome. `input` is the validated body; `create` must return plain JSON without secrets, since it is stored.
 * Problems: idempotency_key_reused, idempotency_key_in_use. Source: draft-ietf-httpapi-idempotency-key-header.
 */
export async function once<T>(
  tx: TxCtx,
  call: OneCall,
  input: unknown,
  create: () => Promise<T>,
): Promise<{ outcome: T; replayed: boolean }> {
  const id = {
    tenant: call.tenant,
    method: call.method,
    path: call.path,
    idempotency_key: call.key,
  };
  const fingerprint = createHash('sha256').update(canonicalJson(input)).digest();
  if (await claim(tx, id, fingerprint)) {
    const outcome = await create();
    await completeIdempotencyRecord(tx.db, id, JSON.stringify(outcome));
    return { outcome, replayed: false };
  }
  const record = await findIdempotencyRecord(tx.db, id);
  if (!record) throw inUse();
  if (!record.fingerprint.equals(fingerprint)) throw new Problem('idempotency_key_reused');
  return { outcome: JSON.parse(record.body), replayed: true };
}

async function claim(tx: TxCtx, id: IdempotencyRecordId, fingerprint: Buffer): Promise<boolean> {
  const now = tx.clock.now();
  try {
    const expiresAt = new Date(now.getTime() + KEEP_MS);
    const record = {
      ...id,
      fingerprint,
      status: 201,
      headers: {},
      body: '',
      created_at: now,
      expires_at: expiresAt,
    };
    return await claimIdempotencyRecord(tx.db, record, WAIT_FOR_OTHER_MS);
  } catch (error) {
    throw isLockTimeout(error) ? inUse() : error;
  }
}

const inUse = (): Problem => new Problem('idempotency_key_in_use', { retryAfter: 1 });
