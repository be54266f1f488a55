import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Log } from '../../core/ports.ts';
import {
  connectEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './postgres.ts';
import { silentLog as log } from '../../../dev/world/clock-and-log.ts';
import { pidRuns } from './process-identity.ts';
import { startVictim } from '../../../dev/world/child-process.ts';

const parent = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
const dataDir = join(parent, 'data');
const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log });

beforeAll(async () => {
  const server = await start();
  await ask(server.url, 'create table kept (word text)');
  await server.stop();
});

afterAll(() => rmSync(parent, { recursive: true, force: true }));

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const startAndTell = `
  import { startEmbeddedPostgres } from './postgres.ts';
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log });
  console.log(JSON.stringify({ url: server.url, pid: server.pid }));`;

it('a data folder that cannot be read is not taken for one without a database', async () => {
  const folder = mkdtempSync(join(parent, 'other-'));
  // Reading a folder as a file fails even for root.
  mkdirSync(join(folder, 'postgres-password'));
  await expect(connectEmbeddedPostgres(folder, log)).rejects.toThrow(/^EISDIR/);
  await expect(connectEmbeddedPostgres(join(folder, 'none'), log)).rejects.toThrow(
    'there is no database of Parley',
  );
});

describe('startEmbeddedPostgres', () => {
  it('keeps committed rows over a restart, with fsync on and the password private', async () => {
    const first = await start();
    expect(await ask(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
    await ask(first.url, "insert into kept values ('one')");
    await first.stop();
    expect(pidRuns(first.pid)).toBe(false);
    const second = await start();
    expect(await ask(second.url, "select word from kept where word = 'one'")).toEqual([
      { word: 'one' },
    ]);
    await second.stop();
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).sort()).toEqual([
      'logs',
      'postgres',
      'postgres-password',
      'postgres-place',
    ]);
  });

  it('does not start with an empty database when the old one is missing, and says where it was', async () => {
    const lost = join(parent, 'lost');
    await (await startEmbeddedPostgres({ dataDir: lost, log })).stop();
    const [cluster, elsewhere] = [join(lost, 'postgres'), join(parent, 'elsewhere')];
    renameSync(cluster, elsewhere);
    await expect(startEmbeddedPostgres({ dataDir: lost, log })).rejects.toThrow(
      `is missing: there is none in ${cluster}`,
    );
    renameSync(elsewhere, cluster);
    await (await startEmbeddedPostgres({ dataDir: lost, log })).stop();
    const moved = join(parent, 'moved');
    renameSync(lost, moved);
    await (await startEmbeddedPostgres({ dataDir: moved, log })).stop();
    rmSync(join(moved, 'postgres'), { recursive: true });
    await expect(startEmbeddedPostgres({ dataDir: moved, log })).rejects.toThrow(
      `is missing: there is none in ${join(moved, 'postgres')}.`,
    );
  });

  it('refuses a wrong password', async () => {
    const server = await start();
    const url = new URL(server.url);
    url.password = 'wrong';
    await expect(ask(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    await server.stop();
  });

  it('adopts the server of a process that was killed, with its port', async () => {
    const parley = await startVictim(startAndTell, import.meta.url);
    const { url, pid } = JSON.parse(parley.said) as { url: string; pid: number };
    await parley.kill();
    expect(pidRuns(pid)).toBe(true);
    const adopted = await start();
    expect(adopted).toMatchObject({ adopted: true, pid, url });
    await adopted.stop();
    expect(pidRuns(pid)).toBe(false);
  });

  it('starts again on the same port after the server was killed, and nothing committed is lost', async () => {
    const server = await start();
    const killed = server.pid;
    await ask(server.url, "insert into kept values ('two')");
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(server.pid).not.toBe(killed), { timeout: 25_000 });
    expect(await ask(server.url, "select word from kept where word = 'two'")).toEqual([
      { word: 'two' },
    ]);
    await server.stop();
  });

  it('gives two starts at once one server', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.pid).toBe(other.pid);
    expect([one.adopted, other.adopted].filter((adopted) => adopted)).toHaveLength(1);
    await Promise.all([one.stop(), other.stop()]);
  });

  it('starts although the number in postmaster.pid now belongs to another process', async () => {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}\n1\n1\n\n127.0.0.1\n\nready\n`,
    );
    const server = await start();
    expect(server.adopted).toBe(false);
    await server.stop();
  });

  it('stops while a transaction is open, which it does not wait for', async () => {
    rmSync(join(dataDir, 'logs/postgres.log'), { force: true });
    const server = await start();
    const client = new Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin');
    await server.stop();
    expect(pidRuns(server.pid)).toBe(false);
    expect(readFileSync(join(dataDir, 'logs/postgres.log'), 'utf8')).toContain('fast shutdown');
    await client.end().catch(() => {});
  });
});

describe('a root that may not make user namespaces', () => {
  it.runIf(process.getuid?.() === 0)(
    'runs PostgreSQL as another user, with the cluster below /var/lib/parley, and says so',
    async () => {
      const folder = join(parent, 'other-user');
      const warn = vi.fn<Log['warn']>();
      const server = await startEmbeddedPostgres({
        dataDir: folder,
        log: { ...log, warn },
        namespaces: 'refused',
      });
      try {
        const [row] = (await ask(server.url, 'show data_directory')) as [
          { data_directory: string },
        ];
        expect(row.data_directory).toMatch(/^\/var\/lib\/parley\/[0-9a-f]{16}\/postgres$/);
        expect(warn).toHaveBeenCalledWith(
          expect.stringContaining(row.data_directory),
          expect.anything(),
        );
        expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
        await server.stop();
        const made = join(row.data_directory, '..');
        rmSync(made, { recursive: true, force: true });
        await expect(
          startEmbeddedPostgres({ dataDir: folder, log, namespaces: 'refused' }),
        ).rejects.toThrow('is missing');
        rmSync(made, { recursive: true, force: true });
      } finally {
        await server.stop();
      }
    },
  );
});

describe('connectEmbeddedPostgres', () => {
  it('does not stop a server that it did not start', async () => {
    const server = await start();
    const beside = await connectEmbeddedPostgres(dataDir, log);
    expect(await ask(beside.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await beside.stop();
    expect(pidRuns(server.pid)).toBe(true);
    await server.stop();
  });

  it('stops the server that it started because the product was stopped meanwhile', async () => {
    const server = await start();
    const beside = await connectEmbeddedPostgres(dataDir, log);
    await server.stop();
    const isBack = () => ask(beside.url, 'select 1').catch(() => null);
    await vi.waitFor(async () => expect(await isBack()).not.toBe(null), 25_000);
    await beside.stop();
    expect(await isBack()).toBe(null);
  });

  it('does not create a missing data folder, since a key created there would be useless', async () => {
    const nowhere = join(parent, 'nowhere');
    await expect(connectEmbeddedPostgres(nowhere, log)).rejects.toThrow(
      `no database of Parley in ${nowhere}`,
    );
    expect(existsSync(nowhere)).toBe(false);
  });

  it.each(['missing', 'empty'])('names the password file when it is %s', async (state) => {
    const file = join(dataDir, 'postgres-password');
    const password = readFileSync(file);
    if (state === 'missing') rmSync(file);
    else writeFileSync(file, '');
    try {
      await expect(connectEmbeddedPostgres(dataDir, log)).rejects.toThrow(
        `${file} is missing or empty, and without it ${join(dataDir, 'postgres')} cannot be opened`,
      );
    } finally {
      writeFileSync(file, password);
    }
  });

  it('stops the server that it started for a stopped product', async () => {
    const alone = await connectEmbeddedPostgres(dataDir, log);
    expect(await ask(alone.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await alone.stop();
    await expect(ask(alone.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
  });
});
