import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../core/ports.ts';
import { PortRefused, tryTcpPort, tryUdpPort } from './free-port.ts';
import { pollUntil } from '../../core/timing.ts';
import {
  type LivekitConfig,
  localAddressTo,
  type MediaKeys,
  type MediaPorts,
  readOrMakeMediaKeys,
  writeLivekitConfig,
} from './livekit-config.ts';
import { commandLineOf, identifyProcess, pidRuns } from './process-identity.ts';
import {
  endProcess,
  keepRunning,
  launchServer,
  logTail,
  type ServerProcess,
} from './server-process.ts';

const READY_MS = 15_000;
const ANSWER_MS = 1_000;
const POLL_MS = 25;

// The first signal lets rooms drain, the second stops at once.
const STOP = [
  ['SIGTERM', 300],
  ['SIGTERM', 2_500],
  ['SIGKILL', 500],
] as const;

export type EmbeddedMedia = MediaKeys & {
  /** ws://127.0.0.1:port */
  url: string;
  /** The server's process id; it changes when the server dies and is restarted. */
  readonly pid: number;
  /** Ends it, within 4 s. */
  stop(): Promise<void>;
};

export type EmbeddedMediaOptions = LivekitConfig & {
  dataDir: string;
  /** The LiveKit server program. */
  serverPath: string;
  log: Log;
};

/**
 * A LiveKit server with keys, configuration and log in the data folder; ready when this resolves. A server that a
 * killed process left behind is ended first; one that dies is restarted. Throws PortRefused.
 */
export async function startEmbeddedMedia(options: EmbeddedMediaOptions): Promise<EmbeddedMedia> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const keys = readOrMakeMediaKeys(dataDir);
  const localAddress = options.nodeIp === '' ? null : await localAddressTo(options.nodeIp);
  const configFile = writeLivekitConfig(dataDir, keys, { ...options, localAddress });
  const pidFile = join(dataDir, 'livekit.pid');
  await endOrphan(pidFile, configFile);
  await requirePorts(options.ports);
  const start = () => launch({ ...options, dataDir, configFile, pidFile });
  const kept = keepRunning(await start(), start, { name: 'media', log: options.log });
  return {
    ...keys,
    url: `ws://127.0.0.1:${options.ports.http}`,
    get pid() {
      return kept.pid();
    },
    stop: async () => {
      await kept.stop((server) => endProcess(server, STOP));
      rmSync(pidFile, { force: true });
    },
  };
}

type LaunchPlace = {
  dataDir: string;
  serverPath: string;
  configFile: string;
  pidFile: string;
  ports: MediaPorts;
};

async function launch({
  dataDir,
  serverPath,
  configFile,
  pidFile,
  ports,
}: LaunchPlace): Promise<ServerProcess> {
  const logFile = join(dataDir, 'logs', 'livekit.log');
  const server = await launchServer({
    command: serverPath,
    // An older one on the PATH does not know all of the settings.
    args: ['--config', configFile, '--disable-strict-config'],
    logFile,
  });
  try {
    writeFileSync(pidFile, `${server.pid}\n`, { mode: 0o600 });
    const isSettled = async () => !pidRuns(server.pid) || (await answers(ports.http));
    await pollUntil(isSettled, { everyMs: POLL_MS, withinMs: READY_MS });
    if (pidRuns(server.pid) && (await answers(ports.http))) return server;
    throw new Error(`the media server does not start: ${logTail(logFile)}`);
  } catch (error) {
    await endProcess(server, STOP);
    throw error;
  }
}

/** Only a process that was started with our configuration file is ours; any other with that id is left alone. */
async function endOrphan(pidFile: string, configFile: string): Promise<void> {
  const pid = readPid(pidFile);
  if (pid !== undefined && pidRuns(pid) && commandLineOf(pid).includes(configFile))
    await endProcess(identifyProcess(pid), STOP);
  rmSync(pidFile, { force: true });
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function requirePorts({ http, tcp, udp }: MediaPorts): Promise<void> {
  const tried = [
    [http, 'TCP', 'PARLEY_MEDIA_PORT', tryTcpPort(http, '127.0.0.1')],
    [tcp, 'TCP', 'PARLEY_MEDIA_TCP_PORT', tryTcpPort(tcp, '0.0.0.0')],
    [udp, 'UDP', 'PARLEY_MEDIA_UDP_PORT', tryUdpPort(udp)],
  ] as const;
  for (const [port, protocol, setting, trying] of tried) {
    const code = await trying;
    if (code !== null) throw new PortRefused(port, protocol, setting, code);
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
