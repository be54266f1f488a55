import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { SetupFault } from './fault.mjs';

const OUTPUT_KEPT_BYTES = 64 * 1024;

/** The first executable of that name on PATH; undefined when there is none. */
export function findOnPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    const found = statIfReachable(path);
    if (found?.isFile() && (found.mode & 0o111) !== 0) return path;
  }
  return undefined;
}

/** PATH may name folders of another user, such as root's. */
function statIfReachable(path) {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Runs a program without a terminal or input and returns what it printed.
 * Throws when it cannot start, exits with a code other than 0, or takes longer than `timeoutSeconds`.
 */
export function runProgram(
  command,
  args,
  { cwd, env, timeoutSeconds = 60, onStart = () => {} } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: env === undefined ? process.env : { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (child.pid !== undefined) onStart(child.pid);
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-OUTPUT_KEPT_BYTES));
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    endWithUs(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutSeconds * 1000);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(output);
      const outcome = signal === null ? `exit code ${code}` : `ended by ${signal}`;
      reject(
        new Error(`${output.trim()}\n${command} failed: ${outcome}`.trim(), {
          cause: new Error(output.trim() || outcome),
        }),
      );
    });
  });
}

/**
 * When ended by a signal, set-up must leave no compiler or installer behind.
 * @param {import('node:child_process').ChildProcess} child
 */
export function endWithUs(child) {
  const end = () => child.kill('SIGTERM');
  process.once('exit', end);
  child.once('exit', () => process.removeListener('exit', end));
}

export const OLDEST_NODE = 20;

/** The npm that runs us, or else the one on PATH: a program and its first arguments. */
export function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script !== undefined && /\.c?js$/.test(script)) return [node ?? process.execPath, [script]];
  const npm = findOnPath('npm');
  if (npm === undefined)
    throw new SetupFault('npm was not found', {
      fix: [`install Node ${OLDEST_NODE} or newer with npm`],
    });
  return [npm, []];
}

// Which program a step chose is recorded, with enough about the file to notice its replacement or removal.

/** Whether the record names a program that is still the same file, and that record was made for the same `wish`. */
export function choiceHolds(recordPath, wish) {
  try {
    const record = JSON.parse(readFileSync(recordPath, 'utf8'));
    const found = statSync(record.path);
    return record.wish === wish && found.size === record.size && found.mtimeMs === record.mtimeMs;
  } catch {
    return false;
  }
}

/** Records the choice. `wish` names what would change it: for example the program that PATH offers. */
export function recordChoice(recordPath, path, wish) {
  const { size, mtimeMs } = statSync(path);
  mkdirSync(dirname(recordPath), { recursive: true });
  const temporary = `${recordPath}.${process.pid}`;
  writeFileSync(temporary, `${JSON.stringify({ path, wish, size, mtimeMs })}\n`);
  renameSync(temporary, recordPath);
}
