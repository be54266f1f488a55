import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../setup/places.mjs';

/** Writes a line and ends, as soon as its standard input has data. */
const PROGRAM = `
  import { once } from 'node:events';
  import { gatheredOutput } from ${JSON.stringify(join(projectRoot(), 'src/app/json-log.ts'))};
  const output = gatheredOutput();
  await once(process.stdin, 'data');
  output.write('the last line\\n');
  await output.drain();
  process.exit(0);
`;

test.each([true, false])(
  'a process ends with its last lines written, also when their reader is gone (%s)',
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
    const killed = setTimeout(() => child.kill('SIGKILL'), 10_000);
    expect(await ended).toEqual([0, null]);
    clearTimeout(killed);
    expect(output).toBe(isGone ? '' : 'the last line\n');
  },
  20_000,
);
