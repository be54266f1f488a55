import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Settings } from '../config/read-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

const GIB = 1024 ** 3;
/** An hour of eight speakers is 0.9 GiB before it is transcribed. */
const MIN_GIB = 2;
const OTHERS = 0o077;

/** Whether the data folder is there or can be created, private, writable, and has free space. */
export async function checkDisk({ dataDir }: Settings): Promise<Finding[]> {
  const place = nearestFolder(dataDir);
  const isThere = place === dataDir;
  const faults: Finding[] = [];
  const say = (found: string, fix: string) => faults.push(fault('disk', found, fix));
  if (isThere && (statSync(dataDir).mode & OTHERS) !== 0)
    say(
      `other users can read ${dataDir}`,
      `Run chmod 700 ${dataDir}, or start Parley, which does it.`,
    );
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch {
    if (isThere)
      say(`this user cannot write to ${dataDir}`, 'Run as its owner, or change the owner.');
    else
      say(
        `this user cannot create ${dataDir} in ${place}`,
        'Create it, owned by the user that runs Parley, or set PARLEY_DATA_DIR to another folder.',
      );
  }
  const { bavail, bsize } = await statfs(place);
  const free = (bavail * bsize) / GIB;
  if (free < MIN_GIB)
    say(
      `${free.toFixed(1)} GiB are free below ${dataDir}`,
      `Free some space: Parley needs at least ${MIN_GIB} GiB.`,
    );
  if (faults.length > 0) return faults;
  const later = isThere ? '' : ', which the first start creates';
  return [fine('disk', `${free.toFixed(0)} GiB free below ${dataDir}${later}`)];
}

/** The folder itself, or the one in which it would be created. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}
