import { isDatabaseAway, isLockTimeout } from '../store/database/trouble.ts';
import { MediaUnavailable } from './ports.ts';

/** Whether the database is unreachable or busy. */
export function isDatabaseTrouble(error: unknown): boolean {
  return isDatabaseAway(error) || isLockTimeout(error);
}

/** Whether a retry in a moment may help: the database or the media server is unreachable or busy. */
export function isPassingTrouble(error: unknown): boolean {
  return isDatabaseTrouble(error) || error instanceof MediaUnavailable;
}
