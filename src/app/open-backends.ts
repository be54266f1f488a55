// The servers that Parley depends on: its own embedded ones, or those that the settings name.
import { mediaServerPath } from '../../setup/places.mjs';
import { freeLoopbackPort } from '../adapters/embedded/free-port.ts';
import { startEmbeddedMedia } from '../adapters/embedded/livekit.ts';
import { startEmbeddedPostgres } from '../adapters/embedded/postgres.ts';
import { refuseHalfRestored } from '../adapters/embedded/data-folder.ts';
import type { LiveKitOptions } from '../adapters/livekit-api/livekit-media.ts';
import { retry, waitAtMost } from '../core/timing.ts';
import type { Log } from '../core/ports.ts';
import type { TurnTarget } from '../server/http/listen-tls.ts';
import { migrate, MigrationBlocked, NewerDatabase, openStore } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import type { Settings } from './config/read-settings.ts';
import { type Stops, stopAll } from './stop-all.ts';

export type Backends = {
  db: Db;
  databaseUrl: string;
  media: LiveKitOptions;
  turn: TurnTarget | null;
  stop(): Promise<void>;
};

const WAIT_FOR_DATABASE_MS = 30_000;
const CLOSE_WITHIN_MS = 1_000;

/** Starts or reaches the database and the media server, and brings the schema up to date. */
export async function openBackends(
  settings: Settings,
  log: Log,
  signal: AbortSignal,
): Promise<Backends> {
  const stops: Stops = [];
  const stop = () => stopAll(stops, log);
  try {
    // Before anything is written into the folder.
    refuseHalfRestored(settings.dataDir);
    const opening = [
      openDatabase(settings, { log, signal }, stops),
      openMedia(settings, log, stops),
    ] as const;
    // Both are waited for even when one fails, so that nothing starts after everything was stopped.
    await Promise.allSettled(opening);
    return { ...(await opening[0]), ...(await opening[1]), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

type Start = { log: Log; signal: AbortSignal };
type Database = { db: Db; databaseUrl: string };

async function openDatabase(
  settings: Settings,
  { log, signal }: Start,
  stops: Stops,
): Promise<Database> {
  let databaseUrl = settings.databaseUrl;
  if (databaseUrl === null) {
    const server = await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
    stops.push(() => server.stop());
    databaseUrl = server.url;
  }
  await migrateWhenReachable(databaseUrl, { log, signal });
  const db = openStore(databaseUrl, 20);
  // A statement that hangs must not keep its server running.
  stops.push(() => waitAtMost(db.destroy(), CLOSE_WITHIN_MS));
  return { db, databaseUrl };
}

async function migrateWhenReachable(databaseUrl: string, { log, signal }: Start): Promise<void> {
  const giveUpAt = Date.now() + WAIT_FOR_DATABASE_MS;
  // A migration may take long, and so may the one of another process that it waits for.
  const db = openStore(databaseUrl, 1, { answerWithinMs: 0 });
  await retry(() => migrate(db), {
    firstMs: 1_000,
    maxMs: 1_000,
    signal,
    onFailure: (error) => {
      const isHopeless =
        error instanceof NewerDatabase ||
        error instanceof MigrationBlocked ||
        isCertificateRefused(error);
      if (isHopeless || Date.now() > giveUpAt) throw error;
      log.warn('the database does not answer yet', { component: 'database', error });
    },
  }).finally(() => db.destroy());
}

/** Codes of OpenSSL, as Node gives them. */
const CERTIFICATE_CODES =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|ERR_TLS_CERT)/;

/** Waiting does not fix a certificate. */
export function isCertificateRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && CERTIFICATE_CODES.test(code)) || isCertificateRefused(error.cause);
}

async function openMedia(
  settings: Settings,
  log: Log,
  stops: Stops,
): Promise<Pick<Backends, 'media' | 'turn'>> {
  if (settings.media) return { media: settings.media, turn: null };
  const serverPath = mediaServerPath();
  if (!serverPath)
    throw new Error(
      'the embedded media server is not installed: set LIVEKIT_URL to a server of your own, or run ' +
        '`npm start` from the repository, which gets it',
    );
  const host = ['0.0.0.0', '::', ''].includes(settings.host) ? '127.0.0.1' : settings.host;
  const turn = await turnTarget(settings);
  const server = await startEmbeddedMedia({
    dataDir: settings.dataDir,
    serverPath,
    ports: {
      http: settings.embeddedMedia.port,
      tcp: settings.embeddedMedia.tcpPort,
      udp: settings.embeddedMedia.udpPort,
    },
    nodeIp: settings.embeddedMedia.nodeIp ?? '',
    webhookUrl: `http://${host.includes(':') ? `[${host}]` : host}:${settings.port}/media/events`,
    // Firewalls that block most ports often allow UDP 443.
    turn: turn && {
      domain: turn.domain,
      tlsPort: turn.port,
      udpPort: settings.tls?.port ?? 443,
    },
    log,
  });
  stops.push(() => server.stop());
  const { url, apiKey, apiSecret } = server;
  return { media: { url, apiKey, apiSecret }, turn };
}

async function turnTarget({ tls }: Settings): Promise<TurnTarget | null> {
  return tls?.turnDomain ? { domain: tls.turnDomain, port: await freeLoopbackPort() } : null;
}
