// Vitest's global set-up: one real PostgreSQL for the whole run, with a migrated template that each test file copies.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openStore } from '../../../src/store/open-store.ts';
import { temporaryPostgres } from './temporary-postgres.ts';

const SETTINGS = {
  // Some files open fifty at once, and four files run at a time.
  max_connections: '300',
  // No test cuts the power of this machine.
  fsync: 'off',
  full_page_writes: 'off',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await temporaryPostgres(SETTINGS);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database parley_template');
  // Each connection would cost both ends 4096 hashes.
  const password = client.escapeLiteral(client.password ?? '');
  await client.query(`set scram_iterations = 1; alter role current_user password ${password}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = '/parley_template';
  const db = openStore(url.href);
  await migrate(db);
  await db.destroy();
  project.provide('databaseUrl', server.url);
  return () => server.stop();
}
