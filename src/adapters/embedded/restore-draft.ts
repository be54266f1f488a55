// A restore unpacks its file inside the data folder and moves it into place. It is finished when no draft is left.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DRAFT = '.restore-';

export const restoreDraftPrefix = (dataDir: string): string => join(dataDir, DRAFT);

export const isRestoreDraft = (name: string): boolean => name.startsWith(DRAFT);

export const isHalfRestored = (dataDir: string): boolean =>
  existsSync(dataDir) && readdirSync(dataDir).some(isRestoreDraft);

/** Throws when a restore is running or was killed: a start would create an empty database beside half a data folder. */
export function refuseHalfRestored(dataDir: string): void {
  if (!isHalfRestored(dataDir)) return;
  throw new Error(
    `a restore into ${dataDir} is not finished: if it was interrupted, run \`parley restore\` again`,
  );
}
