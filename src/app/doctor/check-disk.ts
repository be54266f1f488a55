import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Settings } from '../config/read-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

const GIB = 1024 ** 3;
/** An hour of eight speakers is 0.9 GiB before it is transcribed. */
const MIN_GIB = 2;
const OTHERS = 0o077;

/** Whether the data folder is there or can be created, private, writable, and has free space. */
export async function checkDisk({ dataDir }: Settings): Promise<Finding[]> {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (folder === undefined) return [fine('disk', `${dataDir} will be created by the first start`)];
  const faults: Finding[] = [];
  const say = (found: string, fix: string) => faults.push(fault('disk', found, fix));
  if ((folder.mode & OTHERS) !== 0)
    say(
      `other users can read ${dataDir}`,
      `Run chmod 700 ${dataDir}, or start Parley, which does it.`,
    );
  try {
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch {
    say(`this user cannot write to ${dataDir}`, 'Run as its owner, or change the owner.');
  }
  const { bavail, bsize } = await statfs(dataDir);
  const free = (bavail * bsize) / GIB;
  if (free < MIN_GIB)
    say(
      `${free.toFixed(1)} GiB are free below ${dataDir}`,
      `Free some space: Parley needs at least ${MIN_GIB} GiB.`,
    );
  return faults.length > 0
    ? faults
    : [fine('disk', `${free.toFixed(0)} GiB free below ${dataDir}`)];
}
