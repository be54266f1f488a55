import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { s3Store } from '../../adapters/s3/s3-store.ts';
import { spoolRoot } from '../scribe-options.ts';
import type { Settings } from '../config/read-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

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
