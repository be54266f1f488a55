import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync, readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { writePrivate } from './data-folder.ts';

/** `http` is for signalling and the server's API, on loopback; guests' media goes to `tcp` and `udp`. */
export type MediaPorts = { http: number; tcp: number; udp: number };
/**
 * Guests reach TURN at `turns:<domain>:443`, where our own TLS forwards to `tlsPort` without TLS, and at `udpPort` on
 * the node's address.
 */
type TurnServer = { domain: string; tlsPort: number; udpPort: number };
export type MediaKeys = { apiKey: string; apiSecret: string };

export type LivekitConfig = {
  ports: MediaPorts;
  /** The address at which guests reach this machine; empty = loopback and all of its own addresses. */
  nodeIp: string;
  webhookUrl: string;
  turn?: TurnServer | null;
};
type WholeConfig = LivekitConfig & {
  /** Of this machine, where packets to the node's address arrive; null if that is unknown. */
  localAddress: string | null;
};

/** LiveKit's own list without PCMU and PCMA, which others would hear but the scribe does not decode. */
const CODECS = [
  'audio/opus',
  'audio/red',
  'video/VP8',
  'video/H264',
  'video/VP9',
  'video/AV1',
  'video/H265',
  'video/rtx',
];

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

/** Writes `<data folder>/livekit.yaml` (0600, it holds the secret) and returns its path. */
export function writeLivekitConfig(dataDir: string, keys: MediaKeys, config: WholeConfig): string {
  const path = join(dataDir, 'livekit.yaml');
  // JSON is YAML.
  writePrivate(path, JSON.stringify(livekitConfig(keys, config), null, 2));
  return path;
}

function livekitConfig(
  keys: MediaKeys,
  { ports, nodeIp, webhookUrl, turn = null, localAddress }: WholeConfig,
): unknown {
  return {
    port: ports.http,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      tcp_port: ports.tcp,
      udp_port: ports.udp,
      use_external_ip: false,
      // Without it a browser on the same machine finds no candidate. A node address is put into every candidate, also
      // into those of the loopback, which would then reach nobody.
      enable_loopback_candidate: nodeIp === '' || isLoopback(nodeIp),
      ...(nodeIp !== '' && { node_ip: nodeIp }),
      // LiveKit announces the node address once, for any one of this machine's addresses. Packets that arrive at
      // another, beside a container bridge for example, would be dropped: no UDP.
      ...(localAddress !== null && {
        ips: { includes: [onlyThis(localAddress), anyOther(localAddress)] },
      }),
      // Without a name here, LiveKit asks public STUN servers, and tells guests to: they would learn everybody's
      // address. No STUN server is needed, since guests reach ours directly or by TURN. This address does not answer.
      stun_servers: [`127.0.0.1:${ports.udp}`],
      // What LiveKit waits for an address that it learned from a STUN server; its own default is twice as long.
      prflx_acceptance_min_wait: '500ms',
    },
    keys: { [keys.apiKey]: keys.apiSecret },
    room: { auto_create: false, enabled_codecs: CODECS.map((mime) => ({ mime })) },
    // A client may announce any number of them at once, and everyone in the room is sent the whole list each time.
    enable_data_tracks: false,
    webhook: { api_key: keys.apiKey, urls: [webhookUrl] },
    ...(turn && { turn: turnConfig(turn, nodeIp) }),
    logging: { level: 'info', json: true },
  };
}

const onlyThis = (address: string): string => `${address}/${isIPv6(address) ? 128 : 32}`;
const anyOther = (address: string): string => (isIPv6(address) ? '0.0.0.0/0' : '::/0');
const isLoopback = (address: string): boolean => address.startsWith('127.') || address === '::1';

/** Relays only to the media server's own address: a guest's credentials reach nothing else. */
function turnConfig({ domain, tlsPort, udpPort }: TurnServer, nodeIp: string): unknown {
  const isV6 = isIPv6(nodeIp);
  return {
    enabled: true,
    domain,
    tls_port: tlsPort,
    external_tls: true,
    udp_port: udpPort,
    bind_addresses: [isV6 ? '::' : '0.0.0.0'],
    allow_restricted_peer_cidrs: [onlyThis(nodeIp)],
    deny_peer_cidrs: [anyOther(nodeIp), ...(isV6 ? [] : allBut(nodeIp))],
  };
}

/** The IPv4 networks that together cover every address but this one. */
export function allBut(address: string): string[] {
  const bits = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  return Array.from({ length: 32 }, (_, at) => {
    const size = 2 ** (31 - at);
    const sibling = Math.floor(bits / size) % 2 === 0 ? 1 : -1;
    const start = (Math.floor(bits / size) + sibling) * size;
    const parts = [24, 16, 8, 0].map((shift) => Math.floor(start / 2 ** shift) % 256);
    return `${parts.join('.')}/${at + 1}`;
  });
}

function readKeys(path: string): MediaKeys {
  const text = readFileSync(path, 'utf8');
  try {
    const { apiKey, apiSecret } = JSON.parse(text) as Partial<MediaKeys>;
    if (typeof apiKey === 'string' && typeof apiSecret === 'string') return { apiKey, apiSecret };
  } catch {
    // Said below.
  }
  throw new Error(`${path} is damaged: remove it, and new keys are created`);
}

/**
 * This machine's own address from which it reaches `address`: the same if it is its own. Null without a route.
 * Nothing is sent.
 */
export async function localAddressTo(address: string): Promise<string | null> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    return await new Promise((resolve) => {
      socket.once('error', () => resolve(null));
      // Not as an argument: it would also be called with an error, instead of the other.
      socket.once('connect', () => resolve(socket.address().address));
      socket.connect(9, address);
    });
  } finally {
    socket.close();
  }
}
