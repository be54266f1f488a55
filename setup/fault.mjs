import { sep } from 'node:path';
import { cacheDir, projectRoot } from './places.mjs';

/** A failure that the user can act on: what was tried, and what to do. Printed without a stack. */
export class SetupFault extends Error {
  /** @param {string} message @param {{ tried?: string[], fix?: string[] }} [details] */
  constructor(message, { tried = [], fix = [] } = {}) {
    super(message);
    this.name = 'SetupFault';
    this.tried = tried;
    this.fix = fix;
  }
}

const CODES = ['EACCES', 'EPERM', 'EROFS'];

/**
 * What to do when this user may not write to the cache or the checkout; undefined for any other error.
 * @param {NodeJS.ErrnoException} error
 * @returns {SetupFault | undefined}
 */
export function unwritableFault({ code = '', path = '', message }) {
  if (!CODES.includes(code)) return undefined;
  if (`${path}${sep}`.startsWith(`${cacheDir()}${sep}`))
    return new SetupFault(`the cache cannot be used: ${message}`, {
      fix: [
        `make ${cacheDir()} a folder of the user that runs set-up`,
        'or name another folder in XDG_CACHE_HOME, for set-up and for the service',
      ],
    });
  if (`${path}${sep}`.startsWith(`${projectRoot()}${sep}`))
    return new SetupFault(`the checkout cannot be changed: ${message}`, {
      fix: [`run set-up as the user to whom ${projectRoot()} belongs`],
    });
  return undefined;
}
