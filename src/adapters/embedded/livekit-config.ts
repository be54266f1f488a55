import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DEPARTURE_SECONDS = 60;

/** `http` carries signalling and the server's API on the loopback; guests' media goes to `tcp` and `udp`. */
export type MediaPorts = { http: number; tcp: number; udp: number };
export type MediaKeys = { apiKey: string; apiSecret: string };

export type LivekitConfig = {
  ports: MediaPorts;
  /** The address that guests reach this machine at; empty = loopback and every own address. */
  nodeIp: string;
  webhookUrl: string;
};

/** The keys in `<data folder>/media-keys.json` (0600), made at the first start. */
export function readOrMakeMediaKeys(dataDir: string): MediaKeys {
  const path = join(dataDir, 'media-keys.json');
  if (existsSync(path)) return readKeys(path);
  const keys = {
    apiKey: `API${randomBytes(9).toString('hex')}`,
    apiSecret: randomBytes(36).toString('base64url'),
  };
  writePrivate(path, `${JSON.stringify(keys)}\n`);
  return keys;
}

/** Writes `<data folder>/livekit.yaml` (0600, it holds the secret) and gives its path. */
export function writeLivekitConfig(
  dataDir: string,
  keys: MediaKeys,
  config: LivekitConfig,
): string {
  const path = join(dataDir, 'livekit.yaml');
  // JSON is YAML.
  writePrivate(path, JSON.stringify(livekitConfig(keys, config), null, 2));
  return path;
}

function livekitConfig(keys: MediaKeys, { ports, nodeIp, webhookUrl }: LivekitConfig): unknown {
  return {
    port: ports.http,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      tcp_port: ports.tcp,
      udp_port: ports.udp,
      use_external_ip: false,
      // Without it a browser on the same machine finds no candidate.
      enable_loopback_candidate: true,
      ...(nodeIp === '' ? {} : { node_ip: nodeIp }),
    },
    keys: { [keys.apiKey]: keys.apiSecret },
    room: { auto_create: false, departure_timeout: DEPARTURE_SECONDS },
    webhook: { api_key: keys.apiKey, urls: [webhookUrl] },
    logging: { level: 'info', json: true },
  };
}

function readKeys(path: string): MediaKeys {
  const keys: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof keys === 'object' && keys !== null && 'apiKey' in keys && 'apiSecret' in keys) {
    const { apiKey, apiSecret } = keys;
    if (typeof apiKey === 'string' && typeof apiSecret === 'string') return { apiKey, apiSecret };
  }
  throw new Error(`${path} does not hold apiKey and apiSecret: remove it, and new keys are made`);
}

function writePrivate(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}
