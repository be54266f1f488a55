import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
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

/**
 * Runs `code` in a process that can be killed, like a service that crashes. It is an ES module that imports what lies
 * beside `from` as `./name.ts`. Returns its first line of output.
 */
export async function startVictim(
  code: string,
  from: string,
): Promise<{ child: ChildProcess; said: string; kill(): Promise<void> }> {
  const source = `${code.replaceAll("'./", `'${new URL('.', from).href}`)}\nsetInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const [said] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => ['(ended)']),
  ])) as [string];
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { child, said, kill };
}
