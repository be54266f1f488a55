// A process that runs a few lines of code and can be killed, like a service that crashes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Runs `code`, an ES module that imports what lies beside `from` as `./name.ts`. Returns its first line of output. */
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
