import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const shown = texts.flatMap((text) => [...text.matchAll(/keys create (--[^`\n]+)/g)]);
  expect(shown.length).toBeGreaterThan(1);
  const settings = readSettings({ PARLEY_DATA_DIR: '/nowhere' });
  for (const [line, options = ''] of shown)
    await expect(keysCommand(['create', ...options.split(' ')], settings), line).rejects.toThrow(
      'there is no database of Parley in /nowhere',
    );
});

test('`parley keys list` shows when each key expires', async () => {
  const settings = readSettings({ DATABASE_URL: (await testDatabase()).url });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const parley = async (args: string) => {
    write.mockClear();
    await keysCommand(args.split(' '), settings);
    return write.mock.calls.join('').trim();
  };
  try {
    await parley('create --name lasting --scopes meetings:read');
    await parley('create --name short --scopes meetings:read --expires-in 2d');
    const rows = (await parley('list')).split('\n').map((row) => row.split(/ {2,}/));
    const keys = JSON.parse(await parley('list --json')) as { expiresAt: string | null }[];
    expect(rows[0]?.[2]).toBe('EXPIRES');
    expect(rows.slice(1).map((row) => row[2])).toEqual(['never', keys[1]?.expiresAt]);
  } finally {
    write.mockRestore();
  }
});
