import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { joinLinkKeys, shareLinkKeys } from './share-link-keys.ts';

const { db } = await testDatabase();
const place = {
  path: '/data/link-keys.json',
  mediaSecret: 'shared by all processes',
  isSecretRight: async () => true,
};
const first = { current: 'k1', keys: { k1: randomBytes(32) } };

beforeEach(async () => {
  await db.deleteFrom('link_key').execute();
});

test('a process without link keys gets those of the others', async () => {
  await shareLinkKeys(db, first, place);
  expect(await joinLinkKeys(db, place)).toEqual(first);
});

test('processes that all begin at once without link keys have the same ones', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => joinLinkKeys(db, place)));
  expect(all[0]?.keys['k1']).toHaveLength(32);
  for (const one of all) expect(one).toEqual(all[0]);
});

test('machines that have the same link-keys.json start on one database, again and again', async () => {
  await shareLinkKeys(db, first, place);
  await shareLinkKeys(db, { ...first }, place);
});

test('a machine with other link keys is refused, with what to do', async () => {
  await shareLinkKeys(db, first, place);
  const foreign = { current: 'k1', keys: { k1: randomBytes(32) } };
  await expect(shareLinkKeys(db, foreign, place)).rejects.toThrow(`${place.path} is not the file`);
  expect(await joinLinkKeys(db, place)).toEqual(first);
});

test('after a loss, keys of another name become current, and other processes get both', async () => {
  await shareLinkKeys(db, first, place);
  const second = { current: 'k2', keys: { k2: randomBytes(32) } };
  await shareLinkKeys(db, second, place);
  expect(await joinLinkKeys(db, place)).toEqual({
    current: 'k2',
    keys: { ...first.keys, ...second.keys },
  });
});

test('with another media secret the link keys are unreadable until a process with them starts', async () => {
  await shareLinkKeys(db, first, { ...place, mediaSecret: 'before' });
  await expect(joinLinkKeys(db, place)).rejects.toThrow('LIVEKIT_API_SECRET');
  await shareLinkKeys(db, first, place);
  expect(await joinLinkKeys(db, place)).toEqual(first);
});

test('a process with a mistyped media secret leaves the keys to those that have the right one', async () => {
  await shareLinkKeys(db, first, place);
  const mistyped = { ...place, mediaSecret: 'mistyped', isSecretRight: async () => false };
  await shareLinkKeys(db, first, mistyped);
  expect(await joinLinkKeys(db, place)).toEqual(first);
});

test('the database learns no key', async () => {
  await shareLinkKeys(db, first, place);
  const rows = JSON.stringify(await db.selectFrom('link_key').selectAll().execute());
  expect(rows).toContain('k1');
  const { k1 } = first.keys;
  for (const form of ['base64', 'base64url', 'hex'] as const)
    expect(rows).not.toContain(k1.toString(form));
});
