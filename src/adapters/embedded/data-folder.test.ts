import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolderHeld, holdDataFolder, refuseWhenUsedElsewhere } from './data-folder.ts';
import { isFileLocked, lockFile } from './file-lock.ts';
import { identifyProcess } from './process-identity.ts';
import { startVictim } from '../../../dev/world/child-process.ts';

let parent: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'parley-hold-'));
  dataDir = join(parent, 'deep', 'data');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(parent, { recursive: true, force: true });
});

const holdAndTell = (): string => `
  import { holdDataFolder } from './data-folder.ts';
  try { holdDataFolder(${JSON.stringify(dataDir)}); console.log('held'); } catch (error) { console.log(error.name); }`;

describe('holdDataFolder', () => {
  it('makes the folder for its owner alone', () => {
    holdDataFolder(dataDir).release();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('refuses a folder with other files that other users can reach, and leaves it as it is', () => {
    writeFileSync(join(parent, 'other'), '');
    chmodSync(parent, 0o1777);
    expect(() => holdDataFolder(parent)).toThrow(`such as ${join(parent, 'parley')}`);
    expect(statSync(parent).mode & 0o7777).toBe(0o1777);
    expect(readdirSync(parent)).toEqual(['other']);
  });

  it.each(['lost+found', '.gitkeep', 'link-keys.json', 'postgres-password', '.restore-killed'])(
    'makes a folder with only %s private',
    (name) => {
      mkdirSync(join(parent, name));
      chmodSync(parent, 0o755);
      holdDataFolder(parent).release();
      expect(statSync(parent).mode & 0o777).toBe(0o700);
    },
  );

  it('refuses while another process lives, and says which', async () => {
    const other = await startVictim(holdAndTell(), import.meta.url);
    try {
      expect(() => holdDataFolder(dataDir)).toThrow(DataFolderHeld);
      expect(() => holdDataFolder(dataDir)).toThrow(`held by process ${other.child.pid}`);
    } finally {
      await other.kill();
    }
  });

  it('takes over from a process that was killed', async () => {
    const other = await startVictim(holdAndTell(), import.meta.url);
    expect(other.said).toBe('held');
    await other.kill();
    holdDataFolder(dataDir);
    expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toMatchObject({
      pid: process.pid,
    });
  });

  it('takes over when the process id of the holder now belongs to another process', () => {
    holdDataFolder(dataDir).release();
    const self = identifyProcess(process.pid);
    writeFileSync(
      join(dataDir, 'lock'),
      JSON.stringify({ ...self, startedAt: (self.startedAt ?? 0) - 1 }),
    );
    expect(() => holdDataFolder(dataDir)).not.toThrow();
  });

  it('takes over a lock that a full disk left empty', () => {
    holdDataFolder(dataDir).release();
    writeFileSync(join(dataDir, 'lock'), '');
    expect(() => holdDataFolder(dataDir)).not.toThrow();
  });

  it('refuses while a process that cannot be seen from here holds it, as in another container', async () => {
    const other = await startVictim(holdAndTell(), import.meta.url);
    const self = identifyProcess(process.pid);
    const unseen = { ...self, startedAt: (self.startedAt ?? 0) - 1 };
    try {
      writeFileSync(join(dataDir, 'lock'), JSON.stringify(unseen));
      expect(() => holdDataFolder(dataDir)).toThrow('is in use in another container');
      expect(() => refuseWhenUsedElsewhere(dataDir)).toThrow('is in use in another container');
      expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toEqual(unseen);
    } finally {
      await other.kill();
    }
    refuseWhenUsedElsewhere(dataDir);
    const own = holdDataFolder(dataDir);
    refuseWhenUsedElsewhere(dataDir);
    own.release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('lets commands run at the same time, each of which checks whether the folder is in use', () => {
    holdDataFolder(dataDir).release();
    const other = lockFile(join(dataDir, 'lock.held'));
    const wait = vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      other?.release();
      return 'timed-out';
    });
    refuseWhenUsedElsewhere(dataDir);
    expect(wait).toHaveBeenCalledOnce();
  });

  it('can be held again after its release', () => {
    holdDataFolder(dataDir).release();
    const second = holdDataFolder(dataDir);
    expect(() => holdDataFolder(dataDir)).toThrow(DataFolderHeld);
    second.release();
  });

  it('lets exactly one of several processes take over a stale lock', async () => {
    const first = await startVictim(holdAndTell(), import.meta.url);
    await first.kill();
    const rivals = await Promise.all(
      Array.from({ length: 5 }, () => startVictim(holdAndTell(), import.meta.url)),
    );
    try {
      expect(rivals.map(({ said }) => said).sort()).toEqual([
        ...Array(4).fill('DataFolderHeld'),
        'held',
      ]);
    } finally {
      await Promise.all(rivals.map((rival) => rival.kill()));
    }
  });
});

describe('a file lock', () => {
  it('is seen by others, even if its former holder released it while it was being taken', () => {
    const path = join(parent, 'lock.held');
    const former = lockFile(path);
    const { exec } = DatabaseSync.prototype;
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(function (
      this: DatabaseSync,
      statements,
    ) {
      // Opens the file, which SQLite does only when it first reads it.
      exec.call(this, 'pragma schema_version');
      former?.release();
      exec.call(this, statements);
    });
    const lock = lockFile(path);
    expect(isFileLocked(path)).toBe(true);
    lock?.release();
    expect(isFileLocked(path)).toBe(false);
    expect(readdirSync(parent)).toEqual([]);
  });

  it('lasts until the process ends, even after garbage collection', async () => {
    const path = join(parent, 'lock.held');
    const code = `
      import { setFlagsFromString } from 'node:v8';
      import { runInNewContext } from 'node:vm';
      import { lockFile } from './file-lock.ts';
      lockFile(${JSON.stringify(path)});
      setFlagsFromString('--expose-gc');
      setImmediate(() => { runInNewContext('gc')(); setImmediate(() => console.log('collected')); });`;
    const other = await startVictim(code, import.meta.url);
    try {
      expect(other.said).toBe('collected');
      expect(isFileLocked(path)).toBe(true);
    } finally {
      await other.kill();
    }
    expect(isFileLocked(path)).toBe(false);
  });
});
