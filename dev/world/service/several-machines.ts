// Processes with different roles, one database and one media server, as on several machines.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../free-ports.ts';
import { startMediaServer } from '../media/media-server.ts';
import {
  clearAway,
  isReady,
  type Launched,
  launchParley,
  type Parley,
  type StartOptions,
  startParley,
} from './start-parley.ts';
import { temporaryPostgres } from './temporary-postgres.ts';

export type Machines = {
  /** The first machine, with the roles `api` and `worker`, or `role`. */
  api: Parley;
  /** Starts another machine, from this checkout or the release in `folder`, and waits until it is ready. */
  start(role: string, options?: StartOptions): Promise<Launched>;
  /** Starts one without waiting: it may also end. */
  launch(role: string, options?: StartOptions): Promise<Launched>;
  stop(): Promise<void>;
};

/** A media server and its port for guests without a browser. */
export type Media = { url: string; apiKey: string; apiSecret: string; port: number } & Stoppable;
type Stoppable = { stop(): Promise<void> };

type MachinesOptions = {
  /** Servers to use instead of the embedded ones; `dataDir` is for their files. */
  database?: (dataDir: string) => Promise<{ url: string } & Stoppable>;
  media?: (dataDir: string, webhookUrl: string) => Promise<Media>;
  /** The port of a load balancer; by default that of the first machine. */
  publicPort?: number;
  /** The role of the first machine. */
  role?: string;
};

async function embeddedMedia(dataDir: string, webhookUrl: string): Promise<Media> {
  const { server, ports } = await startMediaServer(dataDir, webhookUrl);
  const { url, apiKey, apiSecret } = server;
  return { url, apiKey, apiSecret, port: ports.http, stop: () => server.stop() };
}

/** `env` applies to every machine. */
export async function severalMachines(
  env: Record<string, string>,
  {
    publicPort,
    role = 'api,worker',
    database: openDatabase = () => temporaryPostgres(),
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
    // Parley ignores it beside LIVEKIT_URL; the guests of the tests read it.
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
