import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../setup/places.mjs';
import { endWithUs } from '../../../setup/program.mjs';
import { freePorts } from '../free-ports.ts';
import { descendants } from '../process-memory.ts';
import { until } from '../until.ts';

export type Parley = {
  url: string;
  apiKey: string;
  dataDir: string;
  pid: number;
  env: Record<string, string>;
  /** From the start of the process to its `ready` line. */
  readyMs: number;
  /** Its output so far. */
  output(): string;
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL to all its processes at once, like a power cut. */
  killTree(): Promise<void>;
};

/** `command` runs in `folder`. By default it is what `npm start` runs after the set-up, in this checkout. */
export type StartOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  command?: readonly [string, ...string[]];
  folder?: string;
};

/** A process that may not be ready yet. */
export type Launched = Omit<Parley, 'url' | 'apiKey' | 'readyMs'> & { exitCode(): number | null };

/** Starts the whole product as a user does, with its own data folder and ports, and waits until it is ready. */
export async function startParley(options: StartOptions = {}): Promise<Parley> {
  const started = Date.now();
  const launched = await launchParley(options);
  const url = await isReady(launched).catch(async (cause: unknown) => {
    await launched.killTree();
    throw cause;
  });
  // There is none if the database already had keys.
  const apiKey = (await readFile(join(launched.dataDir, 'api-key'), 'utf8').catch(() => '')).trim();
  return { ...launched, url, apiKey, readyMs: Date.now() - started };
}

/** Waits for the `ready` line and returns the address in it. */
export function isReady(launched: Launched): Promise<string> {
  return until('ready line of Parley', 120_000, () => {
    if (launched.exitCode() !== null)
      throw new Error(`Parley ended with ${launched.exitCode()}:\n${launched.output()}`);
    return /"msg":"ready".*"url":"([^"]+)"/.exec(launched.output())?.[1];
  });
}

/** Like `startParley`, without waiting. */
export async function launchParley(options: StartOptions = {}): Promise<Launched> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'parley-world-')));
  const [port, mediaPort, mediaTcpPort, mediaUdpPort] = await freePorts(4);
  const env = {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_PORT: String(port),
    PARLEY_MEDIA_PORT: String(mediaPort),
    PARLEY_MEDIA_TCP_PORT: String(mediaTcpPort),
    PARLEY_MEDIA_UDP_PORT: String(mediaUdpPort),
    PARLEY_OPS_PORT: '0',
    ...options.env,
  };
  const [command, ...args] = options.command ?? [process.execPath, 'src/app/main.mjs'];
  const child = spawn(command, args, {
    cwd: options.folder ?? projectRoot(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    dataDir,
    pid: child.pid ?? 0,
    env,
    output: () => output,
    exitCode: () => child.exitCode,
    stop: () => stop(child, 'SIGTERM'),
    killTree: async () => {
      for (const pid of [...(await descendants(child.pid ?? 0)), child.pid ?? 0]) kill(pid);
      await ended(child);
    },
  };
}

/** Kills what still runs and removes the data folder. */
export async function clearAway(parley: Pick<Parley, 'dataDir' | 'killTree'>): Promise<void> {
  await parley.killTree();
  // Killed processes may take a moment to end.
  await rm(parley.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  return ended(child);
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', resolve));
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Calls the guest API as the page does. Fails on any error status. */
export async function callGuestApi<T>(
  { url }: Pick<Parley, 'url'>,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(`${url}/guest/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${path.split('/').at(-1)} answered ${response.status} ${text}`);
  return (text === '' ? null : JSON.parse(text)) as T;
}
