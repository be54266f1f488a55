import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepLoss, readLosses } from './loss-note.ts';

test('each loss is kept beside one that a kill cut off, and a folder without a note has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-note-'));
  const path = join(folder, 'losses.jsonl');
  expect(await readLosses(path)).toEqual([]);
  const [one, other] = ['trk_1', 'trk_2'].map((trackRef) => ({
    trackRef,
    fromSample: 16,
    toSample: 32,
  }));
  if (!one || !other) throw new Error('two losses');
  await keepLoss(path, one);
  await appendFile(path, '\n{"trackRef":"trk_3","from');
  await keepLoss(path, other);
  expect(await readLosses(path)).toEqual([one, other]);
  await rm(folder, { recursive: true });
  await expect(keepLoss(path, one)).resolves.toBeUndefined();
});
