import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const at = (file: string) => JSON.stringify(import.meta.resolve(file));

/** `fail` throws an error that quotes what someone said. */
const programThat = (fail: string): string => `
  import { endOnUnhandled } from ${at('./end-on-unhandled.ts')};
  import { gatheredOutput } from ${at('./gathered-output.ts')};
  import { jsonLog } from ${at('./json-log.ts')};
  const output = gatheredOutput();
  endOnUnhandled(jsonLog('info', output, { role: 'api', instance: 'machine-1' }), output);
  const error = Object.assign(new Error('value "Canary"'), { code: '22P02', detail: 'Canary' });
  setInterval(() => {}, 1_000);
  ${fail}
`;

test.each([
  ['thrown', 'setTimeout(() => { throw error; });'],
  ['rejected', 'setTimeout(() => void Promise.reject(error));'],
  ['rejected while the program loads', 'await Promise.reject(error);'],
])(
  'an unhandled error ends the process, and its message is not printed: %s',
  async (_, fail) => {
    const program = ['--input-type=module', '--eval', programThat(fail)];
    const child = spawn(process.execPath, program, { timeout: 20_000 });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => (printed[name] += chunk.toString()));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(printed.stderr).toBe('');
    expect(printed.stdout).not.toContain('Canary');
    expect(JSON.parse(printed.stdout)).toMatchObject({
      level: 'error',
      role: 'api',
      error: 'Error',
      code: '22P02',
      msg: 'an error was not handled: the process ends',
    });
  },
  30_000,
);
