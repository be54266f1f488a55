import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { startFault } from '../startup-error.ts';
import { openLinkKeys } from './link-keys.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'parley-link-keys-'));
const media = { apiSecret: 'secret', isSecretRight: async () => true };
afterAll(() => rm(folder, { recursive: true }));

test.each(['', '{"current":"k1","keys":{"k1":"eYow', '{"current":"k1","keys":{"k1":eYow"}}', '{}'])(
  'a damaged file of link keys is named with what to do, without a key, and its removal brings back the same keys: %s',
  async (text) => {
    const path = join(folder, 'link-keys.json');
    const before = await openLinkKeys(db, folder, media);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, text);
    const told = await openLinkKeys(db, folder, media).then(
      () => '',
      (error: unknown) => startFault(error, null),
    );
    expect(told).toContain(`${path} is damaged: replace it`);
    expect(told).not.toContain('eYow');
    await rm(path);
    expect(await openLinkKeys(db, folder, media)).toEqual(before);
  },
);
