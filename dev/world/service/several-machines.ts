// One database and one media server for processes with roles of their own, as on several machines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaServerPath } from '../../../setup/places.mjs';
import { startEmbeddedMedia } from '../../../src/adapters/embedded/livekit.ts';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded/postgres.ts';
import { silentLog } from '../clock-and-log.ts';
import { freePorts } from '../free-ports.ts';
import {
  clearAway,
  isReady,
  type Launched,
  launchParley,
  type Parley,
  type StartOptions,
  startParley,
} from './start-parley.ts';

export type Machines = {
  /** With the roles `api` and `worker`, or as `role` says. */
  api: Parley;
  /** Another machine, of this checkout or of the release in `folder`; ready. */
  start(role: string, options?: StartOptions): Promise<Launched>;
  /** The same, which may end instead of being ready. */
  launch(role: string, options?: StartOptions): Promise<Launched>;
  stop(): Promise<void>;
};

/** A media server, and the port where guests without a browser reach it. */
export type Media = { url: string; apiKey: string; apiSecret: string; port: number } & Stoppable;
type Stoppable = { stop(): Promise<void> };

type MachinesOptions = {
  /** Other servers than the embedded ones, which keep what they have in this folder. */
  database?: (dataDir: string) => Promise<{ url: string } & Stoppable>;
  media?: (dataDir: string, webhookUrl: string) => Promise<Media>;
  /** Of the load balancer before them; the first one's own when there is none. */
  publicPort?: number;
  /** Of the first one. */
  role?: string;
};

async function embeddedMedia(dataDir: string, webhookUrl: string): Promise<Media> {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const media = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports: { http, tcp, udp },
    nodeIp: '127.0.0.1',
    webhookUrl,
    log: silentLog,
  });
  const { url, apiKey, apiSecret } = media;
  return { url, apiKey, apiSecret, port: http, stop: () => media.stop() };
}

/** `env`: for every machine. */
export async function severalMachines(
  env: Record<string, string>,
  {
    publicPort,
    role = 'api,worker',
    database: openDatabase = (dataDir) => startEmbeddedPostgres({ dataDir, log: silentLog }),
    media: openMedia = embeddedMedia,
  }: MachinesOptions = {},
): Promise<Machines> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-machines-'));
  const [port = 0] = await freePorts(1);
  const database = await openDatabase(dataDir);
  const media = await openMedia(dataDir, `http://127.0.0.1:${publicPort ?? port}/media/events`);
  const shared = {
    DATABASE_URL: database.url,
    LIVEKIT_URL: media.url,
    LIVEKIT_API_KEY: media.apiKey,
    LIVEKIT_API_SECRET: media.apiSecret,
    PARLEY_PUBLIC_URL: `http://localhost:${publicPort ?? port}`,
    // Not used beside LIVEKIT_URL, but by the guests of the tests.
    PARLEY_MEDIA_PORT: String(media.port),
    ...env,
  };
  const api = await startParley({
    env: { ...shared, PARLEY_ROLE: role, PARLEY_PORT: String(port) },
  });
  const others: Launched[] = [];
  const launch = async (role: string, options: StartOptions = {}): Promise<Launched> => {
    const launched = await launchParley({
      ...options,
      env: { ...shared, PARLEY_ROLE: role, ...options.env },
    });
    others.push(launched);
    return launched;
  };
  return {
    api,
    launch,
    start: async (role, options) => {
      const launched = await launch(role, options);
      await isReady(launched);
      return launched;
    },
    stop: async () => {
      await Promise.all([api, ...others].map(clearAway));
      await media.stop();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
