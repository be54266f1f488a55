import { hash } from 'node:crypto';
import type { AuditEntryTable } from '../../store/schema.ts';

/**
 * What a key did, or a host in the page: one of the two is null. `path` is the resource's, without its query; it
 * contains no secret, title or name.
 */
export type AuditedCall = {
  tenant: string;
  keyId: string | null;
  participantRef: string | null;
  operation: string;
  path: string;
  status: number;
  requestId: string;
};

/** The hash before the very first entry. */
export const NOTHING_BEFORE = Buffer.alloc(32);

type Unhashed = Omit<AuditEntryTable, 'hash'>;

/** SHA-256 over the hash before and the entry. */
export function hashOf(entry: Unhashed): Buffer {
  const { chain, number, at, tenant, key_id, operation, path, status, request_id, prev } = entry;
  const { participant_ref } = entry;
  const words = [
    chain,
    number,
    at.toISOString(),
    tenant,
    key_id,
    operation,
    path,
    status,
    request_id,
    // Entries of keys keep the form that they had before hosts were recorded.
    ...(participant_ref === null ? [] : [participant_ref]),
  ];
  return hash('sha256', Buffer.concat([prev, Buffer.from(JSON.stringify(words))]), 'buffer');
}
