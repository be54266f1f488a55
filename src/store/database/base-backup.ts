// A base backup of a running PostgreSQL by its low-level API (PostgreSQL's manual, 26.3.4), for the embedded one, whose
// package has no pg_basebackup.
import pg from 'pg';
import { connectionOptions } from '../open-store.ts';

const SLOT = 'parley_backup';
/** SQLSTATE duplicate_object. */
const EXISTS = '42710';

/**
 * What a restore needs besides the copied files: `label` as the file `backup_label`, and these segments of `pg_wal`.
 * What was committed at `at` is in it.
 */
export type BackupEnd = { at: Date; label: string; segments: { first: string; last: string } };

/**
 * Lets `copy` copy the files of the cluster while it runs. The WAL segments that the result names are retained until
 * `keep` has copied them.
 */
export async function takeBaseBackup(
  url: string,
  copy: () => Promise<void>,
  keep: (end: BackupEnd) => Promise<void>,
): Promise<void> {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await retainSegments(client);
    const first = await segmentOf(client, 'select pg_backup_start($1, true) as place', ['parley']);
    await copy();
    const at = new Date();
    const { rows } = await client.query<{ lsn: string; labelfile: string }>(
      'select lsn, labelfile from pg_backup_stop(false)',
    );
    const [end] = rows;
    if (end === undefined) throw new Error('PostgreSQL did not end the backup');
    const last = await segmentOf(client, 'select $1::pg_lsn as place', [end.lsn]);
    await keep({ at, label: end.labelfile, segments: { first, last } });
  } finally {
    await client.end();
  }
}

/** Temporary: the slot is dropped with the connection, and then no longer retains the segments. */
async function retainSegments(client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [SLOT]);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError) || cause.code !== EXISTS) throw cause;
    throw new Error('another backup of this database is running: wait until it has ended', {
      cause,
    });
  }
}

/** The name of the file in `pg_wal` that contains an LSN. */
async function segmentOf(client: pg.Client, query: string, values: string[]): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select pg_walfile_name(place) as name from (${query}) as found`,
    values,
  );
  return rows[0]?.name ?? '';
}
