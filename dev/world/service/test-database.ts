import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Db } from '../../../src/store/schema.ts';

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
