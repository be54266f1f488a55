import type { Db, Tx } from '../../../src/store/schema.ts';

export class Killed extends Error {}

export type Kill = { afterTransactions: number; committed: boolean };

/**
 * The database of a process that is killed at its n-th transaction, just before or just after the commit. All later
 * calls fail.
 */
export function killableDb(db: Db, kill: Kill): Db {
  let left = kill.afterTransactions;
  let dead = false;
  const die = (): never => {
    dead = true;
    throw new Killed('killed');
  };
  const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (dead) throw new Killed('killed');
    left -= 1;
    const last = left === 0;
    const outcome = await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      return last && !kill.committed ? die() : result;
    });
    return last ? die() : outcome;
  };
  return new Proxy(db, {
    get: (target, name) => {
      if (dead) throw new Killed('killed');
      if (name === 'transaction') return () => ({ execute });
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
