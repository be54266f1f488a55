// llama.cpp's own server, from a package of Python's index.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

const SERVER_PACKAGE = 'xllamacpp==2026.10.11549';

/** Into `folder`, which is empty. */
export async function installLlamaServer(folder: string): Promise<void> {
  await run('python3', ['-m', 'venv', join(folder, 'venv')]);
  await pip(folder, 'install', SERVER_PACKAGE);
}

export async function pip(folder: string, command: string, ...args: string[]): Promise<void> {
  await run(join(folder, 'venv/bin/pip'), [command, '--quiet', ...args]);
}

export type LlamaServer = {
  server: ChildProcess;
  url: string;
  /** Of the processor, up to now. Linux only. */
  seconds(): Promise<number>;
  stop(): Promise<void>;
};
export type Served = { model: string; contextTokens: number };

/** Ends when this process does. Rejects when the server cannot load the model. */
export async function startLlamaServer(
  folder: string,
  { model, contextTokens }: Served,
): Promise<LlamaServer> {
  const program = join(import.meta.dirname, 'serve.py');
  const server = spawn(join(folder, 'venv/bin/python'), [program, model, String(contextTokens)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(server, 'exit');
  const line = once(createInterface(server.stdout), 'line') as Promise<[string]>;
  const started = await Promise.race([line, ended.then(() => null)]);
  if (started === null) throw new Error(`llama.cpp cannot serve ${model}`);
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
  };
  return { server, url: started[0], seconds: () => processorSeconds(server.pid ?? 0), stop };
}

const TICKS_PER_SECOND = 100;

async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(12, 14)
    .map(Number);
  return (user + system) / TICKS_PER_SECOND;
}
