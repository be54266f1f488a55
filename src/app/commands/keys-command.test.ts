import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { projectRoot } from '../../../setup/places.mjs';
import { GUIDES } from '../../server/docs/guides.ts';
import { readSettings } from '../config/read-settings.ts';
import { keysCommand } from './keys-command.ts';

test('every `parley keys create` of the documentation can be run as it is', async () => {
  const texts = await Promise.all(
    GUIDES.map(({ file }) => readFile(join(projectRoot(), file), 'utf8')),
  );
  const shown = texts.flatMap((text) => [
    ...text.matchAll(/parley (?:-- )?keys create (--[^`\n]+)/g),
  ]);
  expect(shown.length).toBeGreaterThan(1);
  const settings = readSettings({ PARLEY_DATA_DIR: '/nowhere' });
  for (const [line, options = ''] of shown)
    await expect(keysCommand(['create', ...options.split(' ')], settings), line).rejects.toThrow(
      'there is no database of Parley in /nowhere',
    );
});

test('`parley keys` makes the key that was asked for or none, and lists what became of each', async () => {
  const { db, url } = await testDatabase();
  const settings = readSettings({ DATABASE_URL: url });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const parley = async (args: string) => {
    write.mockClear();
    await keysCommand(args.split(' '), settings);
    return write.mock.calls.join('').trim();
  };
  try {
    for (const wrong of ['meetings:read,meetings:wirte', 'meetings:read --expires-in 90'])
      await expect(parley(`create --name none --scopes ${wrong}`)).rejects.toThrow('Give --');
    expect(await parley('create --name a --scopes meetings:read')).toMatch(/^mapi_test_/);
    const options = '--scopes meetings:read --live --tenant globex --expires-in 2h';
    const live = await parley(`create --name b ${options}`);
    expect(live).toMatch(/^mapi_live_/);
    const over = await parley(`create --name c ${options}`);
    const expiry = db.updateTable('api_key').set({ expires_at: new Date(Date.now() - 1_000) });
    await expiry.where('name', '=', 'c').execute();
    await parley(`revoke ${live.split('_')[2]}`);
    await expect(parley('revoke nobody')).rejects.toThrow('there is no key with that id');
    const listed = await parley('list');
    const rows = listed.split('\n').map((row) => row.split(/ {2,}/));
    const keys = JSON.parse(await parley('list --json')) as { name: string; expiresAt: string }[];
    const expiresAt = (name: string) => keys.find((one) => one.name === name)?.expiresAt;
    expect(Math.round((Date.parse(expiresAt('b') ?? '') - Date.now()) / 3_600_000)).toBe(2);
    expect(rows.map((row) => row.slice(1, 6))).toEqual([
      ['STATE', 'EXPIRES', 'MODE', 'TENANT', 'NAME'],
      ['active', 'never', 'test', 'default', 'a'],
      ['revoked', expiresAt('b'), 'live', 'globex', 'b'],
      ['expired', expiresAt('c'), 'live', 'globex', 'c'],
    ]);
    expect(listed).not.toContain(over);
  } finally {
    write.mockRestore();
  }
});

test('a key expires after the given minutes, hours or days, and --json prints its id', async () => {
  const { db, url } = await testDatabase();
  const settings = readSettings({ DATABASE_URL: url });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const secondsOf = async (expiresIn: string): Promise<number> => {
    write.mockClear();
    const options = ['--name', 'a', '--scopes', 'meetings:read', '--expires-in', expiresIn];
    await keysCommand(['create', ...options, '--json'], settings);
    const { key, keyId } = JSON.parse(write.mock.calls.join('')) as Record<string, string>;
    expect(key?.split('_')[2]).toBe(keyId);
    write.mockClear();
    await keysCommand(['revoke', keyId ?? '', '--json'], settings);
    expect(JSON.parse(write.mock.calls.join(''))).toEqual({ keyId, revoked: true });
    const made = db
      .selectFrom('api_key')
      .selectAll()
      .where('key_id', '=', keyId ?? '');
    const { created_at, expires_at } = await made.executeTakeFirstOrThrow();
    return Math.round(((expires_at?.getTime() ?? 0) - created_at.getTime()) / 1_000);
  };
  try {
    expect(await secondsOf('30m')).toBeCloseTo(1_800, -1);
    expect(await secondsOf('2h')).toBeCloseTo(7_200, -1);
    expect(await secondsOf('90d')).toBeCloseTo(7_776_000, -1);
  } finally {
    write.mockRestore();
  }
});

test('`parley keys` leaves a database alone that a newer version has used', async () => {
  const { db, url } = await testDatabase();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'now')`.execute(
    db,
  );
  const args = ['create', '--name', 'a', '--scopes', 'meetings:read'];
  await expect(keysCommand(args, readSettings({ DATABASE_URL: url }))).rejects.toThrow('newer');
  expect(await db.selectFrom('api_key').selectAll().execute()).toEqual([]);
});
