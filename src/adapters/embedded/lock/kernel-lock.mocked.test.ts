import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type * as sqlite from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isLockedInKernel, lockInKernel } from './kernel-lock.ts';
import { startVictim } from '../../../../dev/world/child-process.ts';

const beforeLock = vi.hoisted(() => ({ once: (): void => {} }));
vi.mock('node:sqlite', async (importActual) => {
  const { DatabaseSync } = await importActual<typeof sqlite>();
  class Delayed extends DatabaseSync {
    override exec(statements: string): void {
      // Opens the file, which SQLite does only when it first reads it.
      super.exec('pragma schema_version');
      const then = beforeLock.once;
      beforeLock.once = () => {};
      then();
      super.exec(statements);
    }
  }
  return { DatabaseSync: Delayed };
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-kernel-lock-'));
  path = join(folder, 'lock.held');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('holds a lock that others see, though its former holder ends while it is taken', () => {
  const former = lockInKernel(path);
  beforeLock.once = () => former?.release();
  const lock = lockInKernel(path);
  expect(lock).not.toBeNull();
  expect(isLockedInKernel(path)).toBe(true);
  lock?.release();
  expect(isLockedInKernel(path)).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

it('holds a lock to the end of the process, though nobody refers to it and the memory is cleaned', async () => {
  const code = `
    import { setFlagsFromString } from 'node:v8';
    import { runInNewContext } from 'node:vm';
    import { lockInKernel } from './kernel-lock.ts';
    lockInKernel(${JSON.stringify(path)});
    setFlagsFromString('--expose-gc');
    setImmediate(() => { runInNewContext('gc')(); setImmediate(() => console.log('cleaned')); });`;
  const other = await startVictim(code, import.meta.url);
  try {
    expect(other.said).toBe('cleaned');
    expect(isLockedInKernel(path)).toBe(true);
  } finally {
    await other.kill();
  }
  expect(isLockedInKernel(path)).toBe(false);
});
