import { SetupFault } from '../fault.mjs';
import { oneLine } from '../progress.mjs';
import { isOlderPostgresThere, olderPostgres } from '../older-postgres.mjs';

export const name = 'older database';
export const lock = 'older-database';

/** For tests: the version that they upgrade from. */
const MAJOR = 17;

export function isDone() {
  return isOlderPostgresThere(MAJOR);
}

export async function run() {
  await olderPostgres(MAJOR).catch((error) => {
    throw new SetupFault('the older PostgreSQL of the tests could not be obtained', {
      tried: [oneLine(error.cause ?? error)],
      fix: ['check the network and the npm registry settings (`npm ping`), then run again'],
    });
  });
}
