import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/test-database.ts';
import { agreeOnLinkKeys } from './agree-on-link-keys.ts';

const { db } = await testDatabase();
const PATH = '/data/link-keys.json';
const first = { current: 'k1', keys: { k1: randomBytes(32) } };

test('machines that share link-keys.json start on one database, again and again', async () => {
  await agreeOnLinkKeys({ db, linkKeys: first }, PATH);
  await agreeOnLinkKeys({ db, linkKeys: { ...first } }, PATH);
});

test('a machine with link keys of its own is refused, with the file to copy, since its links would open nothing elsewhere', async () => {
  await agreeOnLinkKeys({ db, linkKeys: first }, PATH);
  const foreign = { current: 'k1', keys: { k1: randomBytes(32) } };
  await expect(agreeOnLinkKeys({ db, linkKeys: foreign }, PATH)).rejects.toThrow(`${PATH} is not the file`);
});

test('after a loss, keys of another name begin anew', async () => {
  await agreeOnLinkKeys({ db, linkKeys: first }, PATH);
  await agreeOnLinkKeys({ db, linkKeys: { current: 'k2', keys: { k2: randomBytes(32) } } }, PATH);
});

test('the database learns no key', async () => {
  await agreeOnLinkKeys({ db, linkKeys: first }, PATH);
  const rows = JSON.stringify(await db.selectFrom('link_key').selectAll().execute());
  expect(rows).toContain('k1');
  const { k1 } = first.keys;
  for (const form of ['base64', 'base64url', 'hex'] as const) expect(rows).not.toContain(k1.toString(form));
});
