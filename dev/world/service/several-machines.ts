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
  startParley,
} from './start-parley.ts';

export type Machines = {
  /** With the roles `api` and `worker`, or as `role` says. */
  api: Parley;
  /** Another machine, of this checkout or of the release in `folder`; ready. */
  start(role: string, folder?: string): Promise<Launched>;
  /** The same, which may end instead of being ready. */
  launch(role: string, folder?: string): Promise<Launched>;
  stop(): Promise<void>;
};

type MachinesOptions = {
  /** Of the load balancer before them; the first one's own when there is none. */
  publicPort?: number;
  /** Of the first one. */
  role?: string;
};

/** `env`: for every machine. */
export async function severalMachines(
  env: Record<string, string>,
  { publicPort, role = 'api,worker' }: MachinesOptions = {},
): Promise<Machines> {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-machines-'));
  const [http = 0, tcp = 0, udp = 0, port = 0] = await freePorts(4);
  const database = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const media = await startEmbeddedMedia({
    dataDir,
    serverPath,
    ports: { http, tcp, udp },
    nodeIp: '127.0.0.1',
    webhookUrl: `http://127.0.0.1:${publicPort ?? port}/media/events`,
    log: silentLog,
  });
  const shared = {
    DATABASE_URL: database.url,
    LIVEKIT_URL: media.url,
    LIVEKIT_API_KEY: media.apiKey,
    LIVEKIT_API_SECRET: media.apiSecret,
    PARLEY_PUBLIC_URL: `http://localhost:${publicPort ?? port}`,
    // Not used beside LIVEKIT_URL, but by the guests of the tests.
    PARLEY_MEDIA_PORT: String(http),
    ...env,
  };
  const api = await startParley({
    env: { ...shared, PARLEY_ROLE: role, PARLEY_PORT: String(port) },
  });
  const others: Launched[] = [];
  const launch = async (role: string, folder?: string): Promise<Launched> => {
    const launched = await launchParley({
      env: { ...shared, PARLEY_ROLE: role },
      ...(folder && { folder }),
    });
    others.push(launched);
    return launched;
  };
  return {
    api,
    launch,
    start: async (role, folder) => {
      const launched = await launch(role, folder);
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
