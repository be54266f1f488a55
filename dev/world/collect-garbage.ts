import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** A full collection, now. */
export const collectGarbage: () => void = runInNewContext('gc');
