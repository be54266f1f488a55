import { mkdirSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addToArchive, unpackArchive } from './backup-file.ts';

test('a link in the data folder, as to a spool on another disk, leads to the same place in its backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-backup-'));
  const [from, into] = [join(folder, 'from'), join(folder, 'into')];
  for (const path of [from, into]) mkdirSync(path);
  symlinkSync('/mnt/large/spool', join(from, 'spool'));
  const archive = join(folder, 'backup.tar');
  await addToArchive(archive, { folder: from, entries: ['spool'], into: 'data/' });
  await unpackArchive(archive, into);
  expect(readlinkSync(join(into, 'data', 'spool'))).toBe('/mnt/large/spool');
  rmSync(folder, { recursive: true });
});
