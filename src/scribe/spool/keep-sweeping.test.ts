import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { newRef } from '../../core/ids.ts';
import type { LogFields } from '../../core/ports.ts';
import { keepSweeping } from './keep-sweeping.ts';
import { spoolFolder } from './spool-path.ts';

const { db } = await testDatabase();
afterEach(() => void vi.useRealTimers());

test('audio of unknown meetings is reported once, as a number, and kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  const unknown = [newRef('mtg'), newRef('mtg')].toSorted();
  for (const ref of unknown) await mkdir(spoolFolder(root, ref));
  const warnings: LogFields[] = [];
  const log = { ...silentLog, warn: (_: string, fields = {}) => void warnings.push(fields) };
  const sweeper = keepSweeping({ ...coreScene(db).ctx, log }, { root, store: null });
  await expect.poll(() => warnings).toEqual([{ component: 'scribe', count: 2 }]);
  vi.advanceTimersByTime(300_000);
  await sweeper.stop();
  expect(warnings).toHaveLength(1);
  expect((await readdir(root)).toSorted()).toEqual(unknown);
  await rm(root, { recursive: true });
});
