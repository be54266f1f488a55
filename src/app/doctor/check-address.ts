// The name that clients and guests use, and the ports of this machine.
import { lookup } from 'node:dns/promises';
import { LOW_PORTS_FIX, tryTcpPort, tryUdpPort } from '../../adapters/embedded/free-port.ts';
import { readOrMakeMediaKeys } from '../../adapters/embedded/livekit-config.ts';
import { takesWebSockets } from '../../adapters/livekit-api/ask-livekit.ts';
import type { Settings } from '../config/read-settings.ts';
import { fault, fine, type Finding } from './finding.ts';

const ANSWERS_WITHIN_MS = 5_000;
/** OpenSSL's codes for a chain that does not end at an authority this machine trusts. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the public name exists, lets browsers use microphones, and leads to the running service. */
export async function checkName(settings: Settings, isRunning: boolean): Promise<Finding[]> {
  const { publicUrl } = settings;
  const { hostname, protocol } = new URL(publicUrl);
  const isLocal = LOOPBACK.has(hostname);
  const findings: Finding[] = [];
  if (protocol === 'http:' && !isLocal)
    findings.push(
      fault(
        'name',
        `${publicUrl} has no TLS: browsers do not allow microphones`,
        'Serve it over HTTPS and let PARLEY_PUBLIC_URL begin with https://.',
      ),
    );
  const addresses = await addressesOf(hostname);
  if (!isLocal && addresses.length === 0)
    return [
      ...findings,
      fault(
        'name',
        `${hostname} has no address`,
        'Correct PARLEY_PUBLIC_URL, or add the name to DNS.',
      ),
    ];
  if (isRunning) findings.push(...(await faultsOnTheWay(settings)));
  if (findings.length > 0) return findings;
  return [fine('name', `${publicUrl}${isLocal ? '' : ` is ${addresses.join(', ')}`}`)];
}

/** The addresses of a host name, which may be in brackets. Empty when there are none. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** Whether a running service can be reached by its public name. */
export async function answersAt(publicUrl: string): Promise<boolean> {
  return isLive(publicUrl).catch(() => false);
}

async function isLive(publicUrl: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const response = await fetch(`${publicUrl}/health/live`, { signal });
  const body: unknown = await response.json();
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
}

async function faultsOnTheWay(settings: Settings): Promise<Finding[]> {
  const { publicUrl } = settings;
  try {
    if (await isLive(publicUrl)) return await faultsOfWebSockets(settings);
  } catch (error) {
    const code = codeOf(error);
    if (UNTRUSTED.has(code))
      return [
        fault(
          'name',
          `${publicUrl} has a certificate that is not trusted (${code})`,
          'Serve the whole chain (fullchain.pem). With an authority of your own, name its file in ' +
            "NODE_EXTRA_CA_CERTS, and have guests' browsers trust it.",
        ),
      ];
  }
  return [
    fault(
      'name',
      `${publicUrl} does not lead to this service`,
      'Correct the proxy or the forwarded ports in front of it, or PARLEY_PUBLIC_URL.',
    ),
  ];
}

async function faultsOfWebSockets({ publicUrl, media, dataDir }: Settings): Promise<Finding[]> {
  const taken = async () => takesWebSockets(publicUrl, media ?? readOrMakeMediaKeys(dataDir));
  if ((await taken().catch(() => null)) !== false) return [];
  return [
    fault(
      'name',
      `${publicUrl} does not take WebSockets: nobody can join a meeting`,
      'Let the proxy in front forward them, with the headers Upgrade and Connection.',
    ),
  ];
}

/** Of the cause of a failed request. */
export function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

/** Whether the ports that the next start needs are free; those of a running service are its own. */
export async function checkPorts(settings: Settings, isRunning: boolean): Promise<Finding[]> {
  if (isRunning) return [fine('ports', 'Parley is running and holds its ports')];
  const { embeddedMedia, ops, tls, roles, media } = settings;
  const serves = roles.has('api');
  const wanted: (WantedPort & { trying: Promise<string | null> })[] = [];
  const tcp = (setting: string, port: number, host?: string) =>
    wanted.push({ setting, port, host: host ?? 'every address', trying: tryTcpPort(port, host) });
  if (serves) tcp('PARLEY_PORT', settings.port, settings.host);
  if (serves && tls) tcp('PARLEY_TLS_PORT', tls.port);
  if (ops.port !== 0) tcp('PARLEY_OPS_PORT', ops.port, ops.host);
  if (media === null) {
    tcp('PARLEY_MEDIA_PORT', embeddedMedia.port, '127.0.0.1');
    tcp('PARLEY_MEDIA_TCP_PORT', embeddedMedia.tcpPort, '0.0.0.0');
    const { udpPort: port } = embeddedMedia;
    const setting = 'PARLEY_MEDIA_UDP_PORT';
    wanted.push({ setting, port, host: '0.0.0.0', trying: tryUdpPort(port) });
  }
  const faults: Finding[] = [];
  for (const { trying, ...port } of wanted) {
    const code = await trying;
    if (code !== null) faults.push(faultOfPort(port, code));
  }
  if (faults.length > 0) return faults;
  return [fine('ports', `free: ${wanted.map(({ port }) => port).join(', ')}`)];
}

type WantedPort = { setting: string; port: number; host: string };

/** `code`: of the error, such as EADDRINUSE. */
export function faultOfPort({ setting, port, host }: WantedPort, code: string): Finding {
  switch (code) {
    case 'EADDRINUSE':
      return fault(
        'ports',
        `port ${port} is in use by another program`,
        `Stop that program, or set ${setting} to another port.`,
      );
    case 'EACCES':
      return fault(
        'ports',
        `this user may not listen on port ${port}`,
        `${LOW_PORTS_FIX.replace('let', 'Let')}, or set ${setting} to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    // Without a DNS server.
    case 'EAI_AGAIN':
      return fault(
        'ports',
        `port ${port} cannot be used: ${host} is not an address of this machine`,
        `Correct ${setting.replace('PORT', 'HOST')}.`,
      );
    default:
      return fault('ports', `port ${port} cannot be used (${code})`, `Set ${setting} to another.`);
  }
}
