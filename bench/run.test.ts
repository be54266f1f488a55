import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../setup/places.mjs';

const bench = (...args: string[]) =>
  spawnSync(process.execPath, [join(projectRoot(), 'bench/run.ts'), ...args], { encoding: 'utf8' });

test.each<[string[], string]>([
  [['fleets'], 'There is no bench named fleets; there are: first-meeting, '],
  [['fleet', '--meeting', '5'], "Unknown option '--meeting'"],
  [['fleet', '--apis', '1,two'], '--apis 1,two is not a list of numbers'],
  [['4'], 'A number chooses a row of recognizers, speech, silence, crowd'],
  [['speech', '3'], 'There is no row 3; there are: 1, 2, 4, 8, 12, 20, 40'],
  [['vocabulary', '--part', 'nouns'], 'There is no part nouns; there are: names, ordinary, talk'],
])('%j says what is possible instead, and measures nothing', (args, message) => {
  const { status, stderr } = bench(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(stderr).not.toContain('    at ');
  expect(stderr).toContain('npm run bench -- --help');
});
