import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withLock } from './lock.mjs';

test('a lock that a power failure left empty does not hold up set-up', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-lock-'));
  const path = join(folder, 'step.lock');
  writeFileSync(path, '');
  const done = withLock(path, 'step', async () => 'done');
  expect(await Promise.race([done, delay(20_000, 'waiting')])).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});
