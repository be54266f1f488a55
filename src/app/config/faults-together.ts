import { isIP } from 'node:net';
import { modelsByLanguage } from './models-by-language.ts';
import { readTraceHeaders } from './trace-headers.ts';
import type { NumberSetting, Values } from './setting-table.ts';

const EVERY_ADDRESS = '0.0.0.0';
const LOOPBACK = '127.0.0.1';

/** `s3://bucket/prefix`; the prefix may be missing. */
export const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/;

const HOST_NAME = /^[a-z0-9.-]+$/;

/** What is wrong with settings that are each valid alone. `rolesApart`: other processes run the other roles. */
export function faultsTogether(values: Values, rolesApart: boolean): string[] {
  return [
    ...addressFaults(values),
    ...tlsFaults(values),
    ...roleFaults(values, rolesApart),
    ...speechFaults(values),
    ...summaryFaults(values),
    ...portFaults(values),
    ...spoolFaults(values),
    ...homeFaults(values),
    ...traceFaults(values),
  ];
}

function traceFaults({ text }: Values): string[] {
  return readTraceHeaders(text('OTEL_EXPORTER_OTLP_HEADERS')) === null
    ? [
        'OTEL_EXPORTER_OTLP_HEADERS must hold pairs such as authorization=Basic%20abc: write % as %25.',
      ]
    : [];
}

function addressFaults({ text }: Values): string[] {
  const faults: string[] = [];
  if (text('PARLEY_PUBLIC_URL') && !isNameAlone(text('PARLEY_PUBLIC_URL')))
    faults.push(
      'PARLEY_PUBLIC_URL must be an address without a path, such as https://meet.example.org, with a ' +
        'port if needed: the guest room cannot be below a path.',
    );
  if (!isProxyList(text('PARLEY_TRUSTED_PROXIES')))
    faults.push(
      'PARLEY_TRUSTED_PROXIES must hold addresses and networks such as 10.0.0.0/8, or ' +
        'loopback, linklocal, uniquelocal, separated by commas.',
    );
  const nodeIp = text('PARLEY_MEDIA_NODE_IP');
  if (nodeIp && !isReachable(nodeIp))
    faults.push(
      'PARLEY_MEDIA_NODE_IP must be the IP address at which guests reach this machine, not a name.',
    );
  const origins = text('PARLEY_EMBED_ORIGINS').split(/\s+/).filter(Boolean);
  if (!origins.every(isWebOrigin))
    faults.push(
      'PARLEY_EMBED_ORIGINS must hold origins such as https://app.example.org, separated by ' +
        'spaces, without a path.',
    );
  return faults;
}

function tlsFaults({ text, number }: Values): string[] {
  const faults: string[] = [];
  if (Boolean(text('PARLEY_TLS_CERT')) !== Boolean(text('PARLEY_TLS_KEY')))
    faults.push('PARLEY_TLS_CERT and PARLEY_TLS_KEY must be set together.');
  if (text('PARLEY_TLS_CERT') && !text('PARLEY_PUBLIC_URL').startsWith('https:'))
    faults.push(
      'PARLEY_PUBLIC_URL must be set with PARLEY_TLS_CERT: the https address of the certificate.',
    );
  const turnDomain = text('PARLEY_TURN_DOMAIN').toLowerCase();
  if (!turnDomain) return faults;
  if (!text('PARLEY_TLS_CERT') || text('LIVEKIT_URL') || !text('PARLEY_MEDIA_NODE_IP'))
    faults.push(
      'PARLEY_TURN_DOMAIN needs PARLEY_TLS_CERT, PARLEY_MEDIA_NODE_IP and the embedded media ' +
        'server; a LiveKit of your own has its own TURN server.',
    );
  // With a TURN address that it cannot read, a browser does not connect at all.
  if (!HOST_NAME.test(turnDomain) || isIP(turnDomain) !== 0)
    faults.push('PARLEY_TURN_DOMAIN must be a name alone, such as turn.example.org.');
  if (number('PARLEY_MEDIA_UDP_PORT') === number('PARLEY_TLS_PORT'))
    faults.push(
      'PARLEY_MEDIA_UDP_PORT must differ from PARLEY_TLS_PORT, which the TURN server uses for UDP.',
    );
  const publicUrl = text('PARLEY_PUBLIC_URL');
  if (URL.canParse(publicUrl) && new URL(publicUrl).hostname === turnDomain)
    faults.push(
      'PARLEY_TURN_DOMAIN must differ from the name in PARLEY_PUBLIC_URL: one port serves both.',
    );
  return faults;
}

function roleFaults({ text }: Values, rolesApart: boolean): string[] {
  const faults: string[] = [];
  if (text('PARLEY_ROLE') === 'scribe' && text('PARLEY_SPEECH') === 'off')
    faults.push(
      'PARLEY_SPEECH must not be off when PARLEY_ROLE is scribe: nothing would be left to do.',
    );
  if (rolesApart && !text('DATABASE_URL'))
    faults.push(
      'DATABASE_URL must be set when PARLEY_ROLE is not all: the roles meet in one database.',
    );
  if (rolesApart && !text('LIVEKIT_URL'))
    faults.push(
      'LIVEKIT_URL must be set when PARLEY_ROLE is not all: the roles share one media server.',
    );
  if (text('LIVEKIT_URL') && !(text('LIVEKIT_API_KEY') && text('LIVEKIT_API_SECRET')))
    faults.push('LIVEKIT_API_KEY and LIVEKIT_API_SECRET must be set together with LIVEKIT_URL.');
  return faults;
}

function speechFaults({ text }: Values): string[] {
  const faults: string[] = [];
  const asksServer = ['PARLEY_SPEECH', 'PARLEY_SECOND_PASS'] as const;
  if (asksServer.some((name) => text(name) === 'openai') && !text('PARLEY_SPEECH_URL'))
    faults.push(
      'PARLEY_SPEECH_URL must be set when PARLEY_SPEECH or PARLEY_SECOND_PASS is openai: ' +
        'the address of the server, such as http://localhost:8000/v1.',
    );
  if (asksServer.every((name) => text(name) === 'openai'))
    faults.push(
      'PARLEY_SECOND_PASS must be off or local when PARLEY_SPEECH is openai: the same ' +
        'server would be paid twice for the same speech.',
    );
  if (text('PARLEY_SECOND_PASS') === 'local' && !text('PARLEY_SECOND_PASS_MODEL'))
    faults.push(
      'PARLEY_SECOND_PASS_MODEL must be set when PARLEY_SECOND_PASS is local: the folder of ' +
        'a better model than the live one.',
    );
  if (modelsByLanguage(text('PARLEY_SPEECH_LANGUAGES')) === null)
    faults.push(
      'PARLEY_SPEECH_LANGUAGES must hold a language and a folder for each, such as ' +
        'de=/models/whisper-small,fr=/models/whisper-small, and no language twice.',
    );
  return faults;
}

function summaryFaults({ text }: Values): string[] {
  if (text('PARLEY_SUMMARY') !== 'openai') return [];
  const faults: string[] = [];
  if (!text('PARLEY_SUMMARY_URL'))
    faults.push(
      'PARLEY_SUMMARY_URL must be set when PARLEY_SUMMARY is openai: the address of the ' +
        'model server, such as http://localhost:11434/v1.',
    );
  if (!text('PARLEY_SUMMARY_MODEL'))
    faults.push(
      'PARLEY_SUMMARY_MODEL must be set when PARLEY_SUMMARY is openai: the name of the ' +
        'model on that server.',
    );
  return faults;
}

function portFaults(values: Values): string[] {
  const listeners = listenersOf(values);
  const clash = listeners.find((one, i) =>
    listeners.slice(0, i).some((other) => other.port === one.port && doMeet(other.host, one.host)),
  );
  const names = listeners.map(({ name }) => name).join(', ');
  return clash ? [`${clash.name} must differ from the other ports: ${names}.`] : [];
}

/** What this process listens on. */
function listenersOf({
  text,
  number,
}: Values): { name: NumberSetting; host: string; port: number }[] {
  const listener = (name: NumberSetting, host: string) => ({ name, host, port: number(name) });
  const roles = text('PARLEY_ROLE').split(',');
  const serves = roles.some((role) => ['all', 'api'].includes(role.trim()));
  return [
    ...(serves ? [listener('PARLEY_PORT', text('PARLEY_HOST'))] : []),
    ...(serves && text('PARLEY_TLS_CERT') ? [listener('PARLEY_TLS_PORT', EVERY_ADDRESS)] : []),
    ...(text('LIVEKIT_URL')
      ? []
      : [
          listener('PARLEY_MEDIA_PORT', LOOPBACK),
          listener('PARLEY_MEDIA_TCP_PORT', EVERY_ADDRESS),
        ]),
    ...(number('PARLEY_OPS_PORT') === 0
      ? []
      : [listener('PARLEY_OPS_PORT', text('PARLEY_OPS_HOST'))]),
  ];
}

/** Whether a port cannot be had on both. */
function doMeet(...hosts: [string, string]): boolean {
  const [host, other] = hosts.map((name) => (name === 'localhost' ? LOOPBACK : name));
  return host === other || hosts.some((one) => one === EVERY_ADDRESS || one === '::');
}

/** Not `::` in any spelling, nor an address that is valid on one link only. */
function isReachable(address: string): boolean {
  return isIP(address) !== 0 && !/^[0:.]*$|%/.test(address);
}

function isWebOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\//.test(text) && new URL(text).origin === text;
}

function isNameAlone(url: string): boolean {
  return !/[?#@]/.test(url) && /^\/*$/.test(new URL(url).pathname);
}

const NAMED = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether the HTTP server can read it: addresses, networks and names of networks, separated by commas.
 */
function isProxyList(text: string): boolean {
  return text.split(',').every((part) => NAMED.includes(part.trim()) || isNetwork(part.trim()));
}

function isNetwork(text: string): boolean {
  const [, address = '', range] = /^([^/]+)(?:\/(.+))?$/.exec(text) ?? [];
  const family = isIP(address);
  if (family === 0 || range === undefined) return family !== 0;
  if (family === 4 && isIP(range) === 4) return true;
  return (
    /^\d{1,3}$/.test(range) && Number(range) >= 1 && Number(range) <= (family === 4 ? 32 : 128)
  );
}

const FOLDERS = ['PARLEY_DATA_DIR', 'PARLEY_SPOOL'] as const;

/** Parley would create a folder with that name. */
function homeFaults({ text }: Values): string[] {
  return FOLDERS.filter((name) => /^~(\/|$)/.test(text(name))).map(
    (name) => `${name} must not begin with ~, which only a shell replaces: write the whole path.`,
  );
}

function spoolFaults({ text }: Values): string[] {
  const place = text('PARLEY_SPOOL');
  if (!/^[a-z0-9]+:\//i.test(place) || S3_PLACE.test(place)) return [];
  return ['PARLEY_SPOOL must be a folder, or a bucket such as s3://parley-sound/production.'];
}
