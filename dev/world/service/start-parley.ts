import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../setup/places.mjs';
import { freePorts } from '../free-ports.ts';
import { descendants } from '../process-memory.ts';
import { until } from '../until.ts';

export type Parley = {
  url: string;
  apiKey: string;
  dataDir: string;
  pid: number;
  env: Record<string, string>;
  /** Milliseconds from the start of the process to its `ready` line. */
  readyMs: number;
  /** Everything it wrote so far. */
  output(): string;
  /** SIGTERM; its exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL to every process of it at once, as a power cut would. */
  killTree(): Promise<void>;
};

/** `command`: what is run in `folder`; by default what `npm start` runs after its set-up, in this checkout. */
export type StartOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  command?: readonly [string, ...string[]];
  folder?: string;
};

/** A start under way. */
export type Launched = Omit<Parley, 'url' | 'apiKey' | 'readyMs'> & { exitCode(): number | null };

/** The whole product as a user starts it, on a data folder and ports of its own. */
export async function startParley(options: StartOptions = {}): Promise<Parley> {
  const started = Date.now();
  const launched = await launchParley(options);
  const url = await isReady(launched);
  // Beside a database that has keys there is none.
  const apiKey = (await readFile(join(launched.dataDir, 'api-key'), 'utf8').catch(() => '')).trim();
  return { ...launched, url, apiKey, readyMs: Date.now() - started };
}

/** The address that its `ready` line tells. */
export function isReady(launched: Launched): Promise<string> {
  return until('ready line of Parley', 60_000, () => {
    if (launched.exitCode() !== null)
      throw new Error(`Parley ended with ${launched.exitCode()}:\n${launched.output()}`);
    return /"msg":"ready".*"url":"([^"]+)"/.exec(launched.output())?.[1];
  });
}

/** As `startParley`, without waiting until it is ready. */
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

/** Ends what still runs on the data folder, and removes it. */
export async function clearAway(parley: Pick<Parley, 'dataDir' | 'killTree'>): Promise<void> {
  await parley.killTree();
  // The killed processes may still be on their way out.
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
    // It has ended by itself.
  }
}
