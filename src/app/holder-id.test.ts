import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { holderId } from './holder-id.ts';

test('a data folder keeps its name over restarts, so that its tasks are taken back at once', async () => {
  const folders = [await mkdtemp(join(tmpdir(), 'h-')), await mkdtemp(join(tmpdir(), 'h-'))];
  const [one = '', other = ''] = await Promise.all(folders.map(holderId));
  expect(await Promise.all(folders.map(holderId))).toEqual([one, other]);
  expect(one).not.toBe(other);
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});
