import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clientPages } from './client-pages.ts';
import { completion } from './completion.ts';
import { UsageError } from './arguments-of.ts';

const run = promisify(execFile);

/** What bash offers for the last word. */
async function offered(...words: string[]): Promise<string[]> {
  const script = `${completion(clientPages, ['bash'])}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _parley; printf '%s\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', script, 'bash', 'parley', ...words]);
  return stdout.split('\n').filter(Boolean);
}

describe('in bash', () => {
  test.each([
    [['m'], ['meetings']],
    [
      ['links', ''],
      ['create', 'list', 'revoke'],
    ],
    [['meetings', 'list', '--st'], ['--state']],
    [
      ['meetings', 'list', '--state', 'c'],
      ['created', 'cancelled'],
    ],
    [
      ['summary', 'mtg_x', '--'],
      ['--wait', '--json', '--profile', '--help'],
    ],
    [['transcript', 'mtg_x', '--format', 'v'], ['vtt']],
    [['unknown', ''], []],
  ])('%j offers %j', async (words, wanted) => {
    expect(await offered(...words)).toEqual(wanted);
  });
});

test('zsh loads what it needs to run the function of bash', () => {
  expect(completion(clientPages, ['zsh'])).toMatch(/^autoload .*bashcompinit\n_parley\(\)/);
});

test('fish knows every command and option, quoted', () => {
  const lines = completion(clientPages, ['fish']).split('\n');
  for (const { name, options } of clientPages) {
    expect(lines.filter((line) => line.includes(String(name.split(' ').at(-1))))).not.toEqual([]);
    for (const option of Object.keys(options ?? {}))
      expect(lines.some((line) => line.includes(`-l ${option} `))).toBe(true);
  }
  for (const line of lines) expect((line.match(/(?<!\\)'/g) ?? []).length % 2).toBe(0);
});

test('any other shell is incorrect usage', () => {
  for (const args of [[], ['tcsh'], ['bash', 'zsh']])
    expect(() => completion(clientPages, args)).toThrow(UsageError);
});
