import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../setup/places.mjs';

type Ended = { code: number | null; output: string };

/** Runs a program of this checkout, such as `src/app/main.mjs`. */
export function runUntilEnd(
  entry: string,
  args: string[],
  env: Record<string, string>,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot(), entry), ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, output })));
}
