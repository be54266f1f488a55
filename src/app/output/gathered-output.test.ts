import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../setup/places.mjs';

/** Of a program that should end by itself. */
const MAX_LIFE_MS = 25_000;

/** Writes a line and ends, as soon as its standard input has data. */
const PROGRAM = `
  import { once } from 'node:events';
  import { gatheredOutput } from ${JSON.stringify(join(projectRoot(), 'src/app/output/gathered-output.ts'))};
  const output = gatheredOutput();
  await once(process.stdin, 'data');
  output.write('the last line\\n');
  await output.drain();
  process.exit(0);
`;

/** Writes again after the first write has failed, and ends with a line still to be written. */
const PROGRAM_ON_A_FULL_DISK = `
  import { gatheredOutput } from ${JSON.stringify(join(projectRoot(), 'src/app/output/gathered-output.ts'))};
  const output = gatheredOutput();
  output.write('first\\n');
  await output.drain();
  output.write('second\\n');
  await output.drain();
  process.stderr.write('alive');
  output.write('third\\n');
  process.exit(0);
`;

test.each([true, false])(
  'a process writes its last lines before it ends, even when their reader is gone (%s)',
  async (isGone) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = once(child, 'close');
    if (isGone) {
      child.stdout.destroy();
      await once(child.stdout, 'close');
    }
    child.stdin.write('go');
    const killed = setTimeout(() => child.kill('SIGKILL'), MAX_LIFE_MS);
    expect(await ended).toEqual([0, null]);
    clearTimeout(killed);
    expect(output).toBe(isGone ? '' : 'the last line\n');
  },
);

/** More than a pipe holds. */
const LONG_PROGRAM = `
  import { gatheredOutput } from ${JSON.stringify(join(projectRoot(), 'src/app/output/gathered-output.ts'))};
  const output = gatheredOutput();
  output.write('x'.repeat(900_000));
  await output.drain();
  process.exit(0);
`;

test('a process ends although the reader of its lines has stopped reading', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LONG_PROGRAM]);
  const killed = setTimeout(() => child.kill('SIGTERM'), MAX_LIFE_MS);
  // Not SIGTERM, which this test sends.
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  clearTimeout(killed);
});

test('a process whose log is on a full disk goes on, and ends when it is told to', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM_ON_A_FULL_DISK], {
    stdio: ['ignore', full, 'pipe'],
  });
  closeSync(full);
  let told = '';
  child.stderr?.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const killed = setTimeout(() => child.kill('SIGKILL'), MAX_LIFE_MS);
  expect(await once(child, 'close')).toEqual([0, null]);
  clearTimeout(killed);
  expect(told).toBe('alive');
});
