import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { isLinkSecret, linkSecret } from '../../core/guest-link/link-secret.ts';
import { startFault } from '../startup-error.ts';
import { openLinkKeys } from './link-keys.ts';

const { db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'parley-link-keys-'));
const media = { apiSecret: 'secret', isSecretRight: async () => true };
afterAll(() => rm(folder, { recursive: true }));

test('a key that the operator adds makes what is new, and links made before it still open', async () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  await Promise.all([mkdir(one), mkdir(other)]);
  const { db: ofTwo } = await testDatabase();
  const before = await openLinkKeys(ofTwo, one, media);
  const secret = linkSecret(before, 'gl_1', before.current);
  const path = join(one, 'link-keys.json');
  const { keys } = JSON.parse(await readFile(path, 'utf8'));
  const k2 = randomBytes(32);
  await writeFile(
    path,
    JSON.stringify({ current: 'k2', keys: { ...keys, k2: k2.toString('base64') } }),
  );
  const after = await openLinkKeys(ofTwo, one, media);
  expect(after).toEqual({ current: 'k2', keys: { ...before.keys, k2 } });
  expect(await openLinkKeys(ofTwo, other, media)).toEqual(after);
  expect(isLinkSecret(after, 'gl_1', before.current, secret)).toBe(true);
});

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
