import { isDatabaseAway, isLockTimeout } from '../store/database/trouble.ts';
import { MediaUnavailable } from './ports.ts';

/** Whether the database is unreachable or busy. */
export function isTransientDatabaseError(error: unknown): boolean {
  return isDatabaseAway(error) || isLockTimeout(error);
}

/** Whether a retry in a moment may help: the database or the media server is unreachable or busy. */
export function isTransientError(error: unknown): boolean {
  return isTransientDatabaseError(error) || error instanceof MediaUnavailable;
}
