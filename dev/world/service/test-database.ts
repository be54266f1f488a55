import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Db, Tx } from '../../../src/store/schema.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
  }
}

/** A new migrated database for this test file, on the PostgreSQL of the test run. Dropped after the file. */
export async function testDatabase(): Promise<{ db: Db; url: string }> {
  const { name, url } = await lastingDatabase();
  const db = openStore(url, 10);
  afterAll(async () => {
    await db.destroy();
    await onCluster(inject('databaseUrl'), `drop database ${name} with (force)`);
  });
  return { db, url };
}

/** A new migrated database that lasts as long as the test run. */
export async function lastingDatabase(): Promise<{ name: string; url: string }> {
  const cluster = inject('databaseUrl');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name} template parley_template`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { name, url: url.href };
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

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
