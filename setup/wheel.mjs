import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, findOnPath } from './program.mjs';
import { say, size } from './progress.mjs';

const MAX_MINUTES = 10;

/**
 * Downloads a Python package's wheel with the machine's own pip and settings; returns its path. `platforms`:
 * those of other machines, if only platform-independent files are needed.
 * @param {string} requirement
 * @param {string} folder
 * @param {string} stepName
 * @param {readonly string[]} [platforms]
 * @returns {Promise<string>}
 */
export async function fetchWheel(requirement, folder, stepName, platforms = []) {
  const python = findOnPath('python3');
  if (python === undefined) throw new Error('no python3 on PATH');
  const into = join(folder, requirement.replace(/[^a-z0-9.]+/gi, '-'));
  mkdirSync(into, { recursive: true });
  say(`${stepName}: fetching the Python package ${requirement} with ${python}`);
  const pip = [
    '-m',
    'pip',
    'download',
    '--quiet',
    '--disable-pip-version-check',
    '--no-input',
    '--no-deps',
    ...platforms.flatMap((platform) => ['--platform', platform]),
  ];
  await runProgram(python, [...pip, '--only-binary=:all:', '--dest', into, requirement], {
    timeoutSeconds: MAX_MINUTES * 60,
  });
  const wheel = readdirSync(into).find((file) => file.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip downloaded no wheel of ${requirement}`);
  say(`${stepName}: ${wheel}, ${size(statSync(join(into, wheel)).size)}`);
  return join(into, wheel);
}
