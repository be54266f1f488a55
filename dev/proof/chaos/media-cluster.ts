// Two LiveKit servers that share a Redis, behind one port. Needs `redis-server` on the path.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { mediaServerPath } from '../../../setup/places.mjs';
import { writeLivekitConfig } from '../../../src/adapters/embedded/livekit-config.ts';
import { freePorts } from '../../world/free-ports.ts';
import type { Media } from '../../world/service/several-machines.ts';
import { until } from '../../world/until.ts';
import { balancer } from './balancer.ts';

const KEYS = { apiKey: 'APIcluster', apiSecret: 'a-secret-of-the-cluster-of-two-nodes' };

export type MediaCluster = Media & {
  /** The node that holds this room is killed. */
  killNodeOf(room: string): Promise<void>;
  stopRedis(): Promise<void>;
  startRedis(): Promise<void>;
};

type Node = { http: number; process: ChildProcess; log: string };

export async function mediaCluster(dataDir: string, webhookUrl: string): Promise<MediaCluster> {
  const [redisPort = 0, port = 0] = await freePorts(2);
  const redisDir = join(dataDir, 'redis');
  await mkdir(redisDir, { recursive: true });
  let redis = await startRedis(redisPort, redisDir);
  const nodes = [
    await startNode(join(dataDir, 'media-1'), { webhookUrl, redisPort }),
    await startNode(join(dataDir, 'media-2'), { webhookUrl, redisPort }),
  ];
  const front = await balancer(port, () => nodes.map(({ http }) => http));
  return {
    ...KEYS,
    url: `ws://127.0.0.1:${port}`,
    port,
    killNodeOf: async (room) => {
      const nodeId = await askRedis(redisPort, ['HGET', 'room_node_map', room]);
      const logs = await Promise.all(nodes.map(({ log }) => readFile(log, 'utf8')));
      const at = logs.findIndex((log) => nodeIdIn(log) === nodeId);
      const [node] = at < 0 ? [] : nodes.splice(at, 1);
      if (!node) throw new Error('no node holds the room');
      await end(node.process, 'SIGKILL');
    },
    stopRedis: () => end(redis, 'SIGKILL'),
    startRedis: async () => void (redis = await startRedis(redisPort, redisDir)),
    stop: async () => {
      front.close();
      await Promise.all([...nodes.map((node) => end(node.process, 'SIGKILL')), end(redis)]);
    },
  };
}

/** Each node knows the others' names as well. */
const nodeIdIn = (log: string): string | undefined =>
  /"starting LiveKit server".*"nodeID":\s*"(\w+)"/.exec(log)?.[1];

async function startRedis(port: number, dir: string): Promise<ChildProcess> {
  const settings = ['--port', `${port}`, '--dir', dir, '--appendonly', 'yes', '--save', ''];
  const redis = spawn('redis-server', ['--bind', '127.0.0.1', ...settings], { stdio: 'ignore' });
  await until('Redis answers', 10_000, () => askRedis(port, ['PING']).catch(() => false));
  return redis;
}

async function startNode(
  dir: string,
  { webhookUrl, redisPort }: { webhookUrl: string; redisPort: number },
): Promise<Node> {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  await mkdir(dir, { recursive: true });
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const ports = { http, tcp, udp };
  const path = writeLivekitConfig(dir, KEYS, {
    ports,
    nodeIp: '127.0.0.1',
    localAddress: '127.0.0.1',
    webhookUrl,
  });
  const config = JSON.parse(await readFile(path, 'utf8')) as object;
  await writeFile(
    path,
    JSON.stringify({ ...config, redis: { address: `127.0.0.1:${redisPort}` } }),
  );
  const log = join(dir, 'node.log');
  const program = spawn('sh', ['-c', 'exec "$0" --config "$1" > "$2" 2>&1', serverPath, path, log]);
  const answers = () =>
    fetch(`http://127.0.0.1:${http}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('a node of LiveKit answers', 15_000, answers);
  return { http, process: program, log };
}

async function end(program: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill(signal);
  await once(program, 'exit');
}

/** One command (RESP); the text of its answer, empty for none. */
async function askRedis(port: number, command: readonly string[]): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    const words = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('');
    socket.write(`*${command.length}\r\n${words}`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    const lines = answer.toString().split('\r\n');
    if (lines[0]?.startsWith('$')) return lines[0] === '$-1' ? '' : (lines[1] ?? '');
    return lines[0]?.slice(1) ?? '';
  } finally {
    socket.destroy();
  }
}
