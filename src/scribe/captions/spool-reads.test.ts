import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RangeFailed } from '../../core/ports.ts';
import { SpoolReads } from './spool-reads.ts';

const TRACK = 'trk_1';
let now = 0;

beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterEach(() => void vi.restoreAllMocks());

/** Reads a range, each time after a wait for its turn. `readable`: the first try that succeeds. */
async function reading(
  reads: SpoolReads,
  { waitsMs, readable }: { waitsMs: number; readable: number },
) {
  let tries = 0;
  const read = async (): Promise<string> => {
    tries += 1;
    now += waitsMs;
    if (tries < readable) throw new RangeFailed('unreadable', { code: 'EIO' });
    return 'read';
  };
  const outcome = await reads.again(TRACK, read).catch((error: unknown) => error);
  return { outcome, tries };
}

test('a range that waited long for its turn is read again like any other', async () => {
  const once = await reading(new SpoolReads(), { waitsMs: 600_000, readable: 2 });
  expect(once).toEqual({ outcome: 'read', tries: 2 });
});

test('what stays unreadable keeps its ranges waiting once, not each of them', async () => {
  const reads = new SpoolReads();
  const first = await reading(reads, { waitsMs: 40_000, readable: Infinity });
  expect(first).toMatchObject({ outcome: { code: 'EIO' }, tries: 3 });
  const second = await reading(reads, { waitsMs: 0, readable: Infinity });
  expect(second).toMatchObject({ outcome: { code: 'EIO' }, tries: 1 });
  // The disk works again.
  await reading(reads, { waitsMs: 0, readable: 1 });
  const third = await reading(reads, { waitsMs: 0, readable: 2 });
  expect(third).toEqual({ outcome: 'read', tries: 2 });
});

test('one damaged place of a track is given up, though the rest of it can be read', async () => {
  const reads = new SpoolReads();
  let tries = 0;
  const damaged = reads.again(TRACK, async () => {
    tries += 1;
    now += 40_000;
    await reading(reads, { waitsMs: 0, readable: 1 });
    throw new RangeFailed('unreadable', { code: 'EIO' });
  });
  await expect(damaged).rejects.toMatchObject({ code: 'EIO' });
  expect(tries).toBe(3);
});

test('a track that fails again long after it was given up is read again', async () => {
  const reads = new SpoolReads();
  await reading(reads, { waitsMs: 40_000, readable: Infinity });
  now += 600_000;
  const later = await reading(reads, { waitsMs: 0, readable: 2 });
  expect(later).toEqual({ outcome: 'read', tries: 2 });
});
