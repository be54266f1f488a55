import { DatabaseError } from 'pg';

// Connection exceptions (class 08), out of resources (53), operator intervention such as a shutdown
// (57), a statement that took too long, read-only after a failover, a transaction that was idle for too long, a table
// that a newer version changed after the statement was prepared.
const AWAY_STATES = /^(?:08...|53...|57P0[1-5]|57014|25006|25P03|0A000)$/;
const AWAY_SOCKETS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// pg gives these errors no code.
const AWAY_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];
const READ_ONLY = '25006';
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';
const TOO_MANY_CONNECTIONS = '53300';
const UNIQUE_VIOLATION = '23505';
/** "Cached plan must not change result type". */
const RESULT_HAS_CHANGED = '0A000';

/** The server follows a primary and refuses to write. */
export class StandbyServer extends Error {
  constructor() {
    super('the server is a standby, which refuses to write');
  }
}

/** Whether the error means that the database cannot be reached or used at this moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (error instanceof StandbyServer) return true;
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseError) return AWAY_STATES.test(error.code ?? '');
  return (
    ('syscall' in error && AWAY_SOCKETS.has(codeOf(error))) ||
    AWAY_MESSAGES.some((text) => error.message.startsWith(text))
  );
}

/** Whether the server refuses to write on this connection, and perhaps on no other. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY;
}

/** Whether the server, the database or the user has as many connections as it may have. */
export function isOutOfConnections(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === TOO_MANY_CONNECTIONS;
}

/** Whether a statement gave up waiting for a lock (`lock_timeout`). */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

/** Whether the server ended a transaction because it and another waited for each other: repeating it may succeed. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
}

/** Whether a row with that key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;
}

/** Whether a newer version changed a table after the statement was prepared: retry at once. */
export function isStatementOutdated(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === RESULT_HAS_CHANGED;
}

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';
