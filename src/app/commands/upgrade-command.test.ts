import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { fillLargeTables } from '../../../dev/world/service/large-database.ts';
import { OLDER_MAJOR, startOlderPostgres } from '../../../dev/world/postgres-clusters.ts';
import { projectRoot } from '../../../setup/places.mjs';
import { holdDataFolder } from '../../adapters/embedded/data-folder.ts';
import { installedPostgres, majorOfCluster } from '../../adapters/embedded/installed-postgres.ts';
import { placeForCluster, startEmbeddedPostgres } from '../../adapters/embedded/postgres.ts';
import { migrate, openStore } from '../../store/open-store.ts';

const UPGRADE_MS = 120_000;
const dataDir = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
const { folder } = placeForCluster(dataDir);
const [upgraded, kept] = [
  `${folder}-upgraded-from-${OLDER_MAJOR}`,
  `${folder}-before-upgrade-${OLDER_MAJOR}`,
];
const installed = installedPostgres().major;
let before: Record<string, string[]>;

beforeAll(async () => {
  const server = await startOlderPostgres(dataDir);
  await fill(server.url);
  before = await everything(server.url);
  await server.stop();
}, UPGRADE_MS);

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a database of an earlier major version', () => {
  it('is refused at the start, untouched, with the command that upgrades it', async () => {
    const looked = filesOf(folder);
    await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
      `was created by PostgreSQL ${OLDER_MAJOR}, and this Parley brings PostgreSQL ${installed}: ` +
        'stop the service and run `parley upgrade-database` once',
    );
    expect(filesOf(folder)).toEqual(looked);
  });

  it('is not upgraded beside a running service', async () => {
    const hold = holdDataFolder(dataDir);
    expect(await parley()).toMatchObject({ code: 1, said: expect.stringMatching(/is held by/) });
    hold.release();
  });

  it('is not upgraded with programs of another version', async () => {
    const { native } = installedPostgres();
    expect(await parley(['--old-programs', native])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/and the database was created by PostgreSQL 17/),
    });
    expect(await parley(['--old-programs', dataDir])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/there is no bin\/postgres/),
    });
  });

  it(
    'stays in use while upgrades of it are killed or stopped, and serves the version that made it',
    async () => {
      const killed = await parley([], { step: 'comparing task', signal: 'SIGKILL' });
      expect(killed).toMatchObject({ code: null });
      expect(await parley([], { step: 'copying event', signal: 'SIGINT' })).toMatchObject({
        code: 1,
        said: expect.stringMatching(/interrupted; the database is as it was/),
      });
      expect(await parley([], { renamedTo: upgraded })).toMatchObject({ code: null });
      expect([folder, upgraded].map(majorOfCluster)).toEqual([OLDER_MAJOR, installed]);
      const server = await startOlderPostgres(dataDir);
      await ask(server.url, "insert into media_event values ('late', now())");
      before = await everything(server.url);
      await server.stop();
    },
    UPGRADE_MS * 3,
  );

  it(
    'is upgraded with every row, also when the upgrade was killed between two names',
    async () => {
      expect(await parley([], { renamedTo: kept })).toMatchObject({ code: null });
      expect([folder, upgraded, kept].map(majorOfCluster)).toEqual([
        undefined,
        installed,
        OLDER_MAJOR,
      ]);
      await expect(startEmbeddedPostgres({ dataDir, log: silentLog })).rejects.toThrow(
        /run `parley upgrade-database` again/,
      );
      const { code, said } = await parley(['--json']);
      expect([code, JSON.parse(said)]).toEqual([0, { from: OLDER_MAJOR, to: installed, kept }]);
      expect(
        readdirSync(join(folder, '..')).filter((name) => /upgraded|^\.postgres/.test(name)),
      ).toEqual([]);
      expect(await onInstalled(everything)).toEqual(before);
    },
    UPGRADE_MS,
  );

  it('is complete after the copy, with working keys, foreign keys and sequences', async () => {
    await onInstalled(async (url) => {
      const db = openStore(url, 2);
      await migrate(db);
      await expect(
        sql`insert into capture (meeting_ref, state, changed_at) values ('nobody', 'done', now())`.execute(
          db,
        ),
      ).rejects.toThrow(/foreign key/);
      await expect(
        sql`insert into media_event select * from media_event`.execute(db),
      ).rejects.toThrow(/duplicate key/);
      await coreScene(db).newMeeting();
      await db.destroy();
    });
  });

  it('is not upgraded twice', async () => {
    expect(await parley()).toMatchObject({ code: 0, said: expect.stringMatching(/nothing to do/) });
  });
});

describe('a database with tables that Parley did not make', () => {
  it(
    'is not upgraded, since they would be lost',
    async () => {
      rmSync(folder, { recursive: true });
      renameSync(kept, folder);
      const server = await startOlderPostgres(dataDir);
      await ask(server.url, 'create table of_the_operator (word text)');
      await server.stop();
      expect(await parley()).toMatchObject({
        code: 1,
        said: expect.stringMatching(/of_the_operator \(word text\)/),
      });
      expect(majorOfCluster(folder)).toBe(OLDER_MAJOR);
    },
    UPGRADE_MS,
  );
});

/** Inserts at least one row into every table. */
async function fill(url: string): Promise<void> {
  const db = openStore(url, 4);
  await migrate(db);
  await fillLargeTables(url, 3_000);
  await coreScene(db).newMeeting();
  for (const statement of [
    `insert into api_key values ('k', 'acme', 'Ä "quoted"', 'test', '\\x00ff', '{a,"b,c"}', now(), null, null, null)`,
    `insert into link_key values ('k1', 'f', E'tab\\tand\\nline\\\\', now())`,
    "insert into event_position values ('acme', 7)",
    `insert into consent_answer values ('p_1', now(), 'given', 'Yes')`,
    `insert into connection_quality values ('p_1', 'udp', 1, 2, 3, 4, 5, 6, 7, now())`,
    `insert into audit_entry values ('c', 1, now(), 't', 'k', 'o', '/', 200, 'r', '\\x', '\\x01')`,
    `insert into utterance (track_ref, from_sample, to_sample, state) values ('tr_1', 9, 10, 'lost')`,
    `update artifact set content = '{"b": 1, "a": "\\u00e4", "b": 2}' where meeting_ref = 'mtg_1'`,
  ])
    await sql.raw(statement).execute(db);
  await db.destroy();
}

/** Every row of every table as text, and the position of each sequence. */
async function everything(url: string): Promise<Record<string, string[]>> {
  const rowsOf = async (query: string) => (await ask(url, query)).map(({ row }) => String(row));
  const tables = await rowsOf(
    "select tablename as row from pg_tables where schemaname = 'public' and tablename !~ '^kysely' order by 1",
  );
  const found: Record<string, string[]> = {};
  for (const name of tables) {
    const rows = await rowsOf(`select t::text collate "C" as row from "${name}" t order by 1`);
    expect(rows, `rows of ${name}`).not.toEqual([]);
    found[name] = rows;
  }
  found['sequences'] = await rowsOf(
    "select sequencename || ' ' || last_value as row from pg_sequences order by 1",
  );
  return found;
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function onInstalled<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

type Interruption = { step: string; signal: NodeJS.Signals } | { renamedTo: string };

/** `parley upgrade-database`, interrupted by itself: a signal from here might come late. */
async function parley(args: string[] = [], interruption?: Interruption) {
  const script = interruption ? encodeURIComponent(interrupting(interruption)) : '';
  const before = script === '' ? [] : [`--import=data:text/javascript,${script}`];
  const program = join(projectRoot(), 'src/app/command-line.ts');
  const child = spawn(process.execPath, [...before, program, 'upgrade-database', ...args], {
    env: { ...process.env, PARLEY_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, told] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: code === 0 ? said : told };
}

function interrupting(interruption: Interruption): string {
  if ('step' in interruption)
    return `
    const { write } = process.stderr;
    process.stderr.write = (text, ...more) => {
      if (text.includes('${interruption.step}')) process.kill(process.pid, '${interruption.signal}');
      return write.call(process.stderr, text, ...more);
    };`;
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { renameSync } = fs;
    fs.renameSync = (from, to) => {
      renameSync(from, to);
      if (to === ${JSON.stringify(interruption.renamedTo)}) process.kill(process.pid, 'SIGKILL');
    };
    syncBuiltinESMExports();`;
}

/** By path, with size and time of the last change. */
function filesOf(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
    .sort();
}
