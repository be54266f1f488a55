import { randomUUID } from 'node:crypto';
import { accessSync, constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canOthersReach, isSharedFolder } from '../../adapters/embedded/data-folder.ts';
import { s3Store } from '../../adapters/s3/s3-store.ts';
import { spoolRoot } from '../scribe-options.ts';
import type { Settings } from '../config/read-settings.ts';
import { fault, type Finding, fine } from './finding.ts';

/**
 * What PARLEY_SPOOL names: a folder that can be written, or object storage, where an object is put, listed and deleted.
 * Empty when audio is kept in the data folder. A worker deletes from the bucket what scribes left there.
 */
export async function checkSpool({ spool, roles, dataDir }: Settings): Promise<Finding[]> {
  const isScribe = roles.has('scribe');
  if (spool.copies === null)
    return !isScribe || spool.root === spoolRoot(dataDir) ? [] : [checkFolder(spool.root)];
  if (!isScribe && !roles.has('worker')) return [];
  const key = `doctor-${randomUUID()}/test`;
  try {
    const store = await s3Store(spool.copies);
    await store.put(key, Buffer.from('test'));
    const isListed = (await store.list(key)).includes(key);
    await store.deleteAll(key);
    return isListed
      ? [fine('spool', `the bucket ${spool.copies.bucket} takes, lists and deletes objects`)]
      : [
          fault(
            'spool',
            'an object that was put is not listed',
            'Use storage that lists new objects at once.',
          ),
        ];
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return [
      fault(
        'spool',
        `the object storage does not work: ${words}`,
        'Check PARLEY_SPOOL and the AWS_* variables; the key must be allowed to put, read, list and delete objects.',
      ),
    ];
  }
}

function checkFolder(root: string): Finding {
  try {
    accessSync(root, constants.W_OK | constants.X_OK);
    return fine('spool', `${root} can be written`);
  } catch {
    return fault(
      'spool',
      `${root} cannot be written`,
      'Mount the folder of PARLEY_SPOOL, writable by the user that runs Parley.',
    );
  }
}

const GIB = 1024 ** 3;
/** An hour of eight speakers is 0.9 GiB before it is transcribed. */
const MIN_GIB = 2;

/** Whether the data folder is there or can be created, private, writable, and has free space. */
export async function checkDisk({ dataDir }: Settings): Promise<Finding[]> {
  const place = nearestFolder(dataDir);
  const isThere = place === dataDir;
  const faults: Finding[] = [];
  const say = (found: string, fix: string) => faults.push(fault('disk', found, fix));
  if (isThere && isSharedFolder(dataDir))
    say(
      `${dataDir} holds other things than Parley's data`,
      `Set PARLEY_DATA_DIR to a folder of its own, such as ${join(dataDir, 'parley')}.`,
    );
  else if (isThere && canOthersReach(dataDir))
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
