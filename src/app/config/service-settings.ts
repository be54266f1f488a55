// Addresses, ports, database and media server.
import { port, type Setting } from './setting.ts';

export const serviceSettings = [
  {
    name: 'PARLEY_HOST',
    kind: 'text',
    default: '127.0.0.1',
    help: 'Address that the service listens on.',
  },
  {
    name: 'PARLEY_PORT',
    ...port,
    default: 8080,
    help: 'Port of the API, the guest room and its signalling.',
  },
  {
    name: 'PARLEY_PUBLIC_URL',
    kind: 'url',
    schemes: ['http:', 'https:'],
    default: '',
    help:
      'Address that clients and guests use, without a path; empty = ' +
      'http://localhost:<port>. guestUrl, Location and problem types always begin with it.',
  },
  {
    name: 'PARLEY_TLS_CERT',
    kind: 'text',
    default: '',
    help:
      'Certificate file with its chain (PEM); empty = a proxy in front handles TLS. ' +
      'A renewed file is picked up without a restart.',
  },
  {
    name: 'PARLEY_TLS_KEY',
    kind: 'text',
    default: '',
    help: 'Private key file of that certificate (PEM).',
  },
  {
    name: 'PARLEY_TLS_PORT',
    ...port,
    default: 443,
    help: 'Port for HTTPS and TURN over TLS, on every address. Guests use 443.',
  },
  {
    name: 'PARLEY_TURN_DOMAIN',
    kind: 'text',
    default: '',
    help:
      'A second name of this machine, in the same certificate, by which guests behind a strict ' +
      'firewall reach the embedded media server at port 443; empty = no TURN.',
  },
  {
    name: 'PARLEY_EMBED_ORIGINS',
    kind: 'text',
    default: '',
    help: 'Origins whose pages may show the guest room in a frame, separated by spaces; empty = none.',
  },
  {
    name: 'PARLEY_DATA_DIR',
    kind: 'text',
    default: './.parley',
    help: 'Folder for everything that is stored (mode 0700).',
  },
  {
    name: 'PARLEY_SPOOL',
    kind: 'text',
    default: '',
    help:
      'Where audio that is not transcribed yet is kept, so that another machine can finish it: a folder that all ' +
      'scribes share, or s3://bucket/prefix with the standard AWS_* variables; empty = the data folder.',
  },
  {
    name: 'PARLEY_ROLE',
    kind: 'list',
    choices: ['all', 'api', 'worker', 'scribe'],
    default: 'all',
    help: 'all, or any of api, worker, scribe separated by commas; those need DATABASE_URL and LIVEKIT_URL.',
  },
  {
    name: 'DATABASE_URL',
    kind: 'url',
    schemes: ['postgres:', 'postgresql:'],
    default: '',
    help: 'PostgreSQL 15 or newer; empty = embedded, under the data folder.',
  },
  {
    name: 'LIVEKIT_URL',
    kind: 'url',
    schemes: ['ws:', 'wss:', 'http:', 'https:'],
    default: '',
    help: 'A LiveKit server; empty = embedded. Its webhooks must call <public url>/media/events.',
  },
  { name: 'LIVEKIT_API_KEY', kind: 'text', default: '', help: 'Key of that LiveKit server.' },
  { name: 'LIVEKIT_API_SECRET', kind: 'text', default: '', help: 'Secret of that LiveKit server.' },
  {
    name: 'PARLEY_MEDIA_PORT',
    ...port,
    default: 7880,
    help: 'Embedded media server: signalling, on loopback.',
  },
  {
    name: 'PARLEY_MEDIA_TCP_PORT',
    ...port,
    default: 7881,
    help: 'Embedded media server: media over TCP.',
  },
  {
    name: 'PARLEY_MEDIA_UDP_PORT',
    ...port,
    default: 7882,
    help: 'Embedded media server: media over UDP.',
  },
  {
    name: 'PARLEY_MEDIA_NODE_IP',
    kind: 'text',
    default: '',
    help:
      'IP address at which guests reach the embedded media server; ' +
      "empty = loopback and this machine's own addresses.",
  },
] as const satisfies readonly Setting[];
