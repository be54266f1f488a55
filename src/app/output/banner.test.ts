import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { banner } from './banner.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-banner-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const textFor = (dataDir: string): string =>
  banner({ publicUrl: 'http://localhost:8080', dataDir, workingDir: folder });

test.each(['.parley', "Ana's data $HOME"])(
  'the first call to try reads the key from the data folder %s',
  (name) => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'api-key'), 'the-key\n');
    const [, command = ''] = /Bearer \$\((.+)\)"/.exec(textFor(dataDir)) ?? [];
    expect(execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })).toBe(
      'the-key\n',
    );
  },
);

test('a process that has no first key names no file that is not there', () => {
  expect(textFor(join(folder, 'second-machine'))).toBe(
    '\n  Parley is ready at http://localhost:8080\n  Stop with Ctrl+C.\n',
  );
});
