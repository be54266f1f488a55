import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseDocument } from 'yaml';
import { readSettings } from '../src/app/config/read-settings.ts';
import { settingTable } from '../src/app/config/setting-table.ts';

type Service = { environment?: Record<string, string | number>; image: string };
type Compose = { services: Record<string, Service> };

const folder = import.meta.dirname;
const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

/** What compose puts in place of its variables. */
const GIVEN: Record<string, string> = {
  DOMAIN: 'meet.example.org',
  PUBLIC_IP: '192.0.2.1',
  POSTGRES_PASSWORD: 'secret',
  LIVEKIT_API_KEY: 'key',
  LIVEKIT_API_SECRET: 'secret',
};

test('every file names only settings that exist', () => {
  const known = new Set<string>(settingTable.map(({ name }) => name));
  const named = files.flatMap((file) =>
    [...text(file).matchAll(/\bPARLEY_[A-Z_]+[A-Z]\b/g)].map(([name]) => `${file}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((line) => !known.has(line.split(': ')[1] ?? ''))).toEqual([]);
});

test.each([
  ['one-machine', ['parley']],
  ['roles', ['api', 'worker', 'scribe']],
])('the service accepts the settings that the compose file %s gives it', (name, services) => {
  const compose: Compose = parse(text(`compose/${name}.yaml`), { merge: true });
  for (const service of services) {
    const given = Object.entries(compose.services[service]?.environment ?? {});
    const env = given.map(([key, value]) => [
      key,
      String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => GIVEN[variable] ?? ''),
    ]);
    expect(readSettings(Object.fromEntries(env)).publicUrl).toBe('https://meet.example.org');
  }
});

test('the media server beside the roles is the one that set-up takes, pinned by its digest', () => {
  const compose: Compose = parse(text('compose/roles.yaml'), { merge: true });
  const [, version] = /const VERSION = '(.+)'/.exec(text('../setup/steps/media-server.mjs')) ?? [];
  const [name, digest] = compose.services['livekit']?.image.split('@') ?? [];
  expect(name).toBe(`docker.io/livekit/livekit-server:v${version}`);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

test('the chart gives every role its process and takes secrets by reference', () => {
  const values = parse(text('helm/parley/values.yaml')) as { roles: object };
  expect(Object.keys(values.roles)).toEqual(['api', 'worker', 'scribe']);
  expect(parseDocument(text('helm/parley/Chart.yaml')).errors).toEqual([]);
  const template = text('helm/parley/templates/deployments.yaml');
  for (const name of ['DATABASE_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'])
    expect(template).toMatch(new RegExp(`name: ${name}\\n\\s+valueFrom: \\{ secretKeyRef`));
});

test("the chart's own values are as its schema says, once both addresses are given", () => {
  const isValid = new Ajv().compile(JSON.parse(text('helm/parley/values.schema.json')) as object);
  const values = parse(text('helm/parley/values.yaml')) as object;
  const addresses = {
    publicUrl: 'https://meet.example.org',
    livekit: { url: 'ws://livekit:7880' },
  };
  isValid({ ...values, ...addresses });
  expect(isValid.errors).toBeNull();
});

test('the chart refuses an autoscaler that starts from no pod, and takes a role without pods', () => {
  const schema = JSON.parse(text('helm/parley/values.schema.json')) as { definitions: object };
  const { definitions } = schema;
  const isValid = new Ajv().compile({ definitions, $ref: '#/definitions/role' });
  const values = parse(text('helm/parley/values.yaml')) as { roles: { api: object } };
  const ofApi = (change: object): boolean => isValid({ ...values.roles.api, ...change });
  expect(ofApi({ replicas: 1 })).toBe(true);
  expect(ofApi({ replicas: 0 })).toBe(false);
  expect(ofApi({ replicas: 0, autoscaling: { enabled: false } })).toBe(true);
});

test('the chart refuses settings that it gives itself or that its probes rely on', () => {
  const schema = JSON.parse(text('helm/parley/values.schema.json')) as {
    properties: { settings: object };
  };
  const isValid = new Ajv().compile(schema.properties.settings);
  const template = text('helm/parley/templates/deployments.yaml');
  const given = [...template.matchAll(/name: (PARLEY_\w+)/g)].map(([, name = '']) => name);
  expect(given).toContain('PARLEY_ROLE');
  for (const name of [...given, 'PARLEY_HOST', 'PARLEY_PORT', 'PARLEY_OPS_HOST', 'PARLEY_OPS_PORT'])
    expect([name, isValid({ [name]: '1' })]).toEqual([name, false]);
  expect(isValid({ PARLEY_KEEP_TRANSCRIPTS_DAYS: '30' })).toBe(true);
});

test('no probe ends a start that changes a large database for up to an hour', () => {
  const startup = /startupProbe:[^]*?periodSeconds: (\d+)\s+failureThreshold: (\d+)/;
  const [, period, failures] = startup.exec(text('helm/parley/templates/deployments.yaml')) ?? [];
  expect(Number(period) * Number(failures)).toBeGreaterThanOrEqual(3_600);
  expect(text('image/Containerfile')).toContain('--start-period=1h');
});

test.each<[string, (port: string) => Record<string, string>]>([
  ['the ops port', (port) => ({ PARLEY_OPS_HOST: '127.0.0.2', PARLEY_OPS_PORT: port })],
  [
    'the port of the API where that is off',
    (port) => ({ PARLEY_OPS_PORT: '0', PARLEY_HOST: '127.0.0.2', PARLEY_PORT: port }),
  ],
])('the health check of a container asks %s, at its address', async (_name, settingsFor) => {
  const [, exec = ''] =
    /HEALTHCHECK[^]*?CMD (\[[^]*?\])\nCMD/.exec(text('image/Containerfile')) ?? [];
  const [, ...args] = JSON.parse(exec.replaceAll('\\\n', '')) as string[];
  let status = 200;
  const server = createServer(({ url }, response) =>
    response.writeHead(url === '/health/live' ? status : 404).end(),
  );
  await once(server.listen(0, '127.0.0.2'), 'listening');
  const env = settingsFor(String((server.address() as AddressInfo).port));
  const check = async () => (await once(spawn(process.execPath, args, { env }), 'close'))[0];
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  server.close();
  expect(await check()).toBe(1);
});

test('what the image is made of is sent to its build, and nothing that is not there', () => {
  const sent = text('image/Containerfile.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  const copied = [...text('image/Containerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(
    ([, sources = '']) => sources.split(' '),
  );
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !sent.includes(path))).toEqual([]);
  expect(copied.filter((path) => !existsSync(join(folder, '..', path)))).toEqual([]);
});

test('the image takes from its build what Parley put there, and no cache of another program', () => {
  const taken = [...text('image/Containerfile').matchAll(/^COPY --from=build (\S+) \S+$/gm)];
  expect(taken.map(([, path]) => path)).toEqual(['/opt/parley', '/opt/cache/parley']);
});

test('systemd stops the service alone, which then stops its database and media server in order', () => {
  expect(text('systemd/parley.service').split('\n')).toContain('KillMode=mixed');
});

test('what npm and pip keep in the home of the service goes to its cache, not among its data', () => {
  const [, home] = /--home-dir (\S+)/.exec(text('../docs/guide/deployment.md')) ?? [];
  const unit = text('systemd/parley.service').split('\n');
  expect(unit).toContain(`Environment=XDG_CACHE_HOME=${home}`);
  expect(unit).toContain(`CacheDirectory=${home?.replace('/var/cache/', '')}`);
});

test('a service that does TLS itself may use port 443, and gets no other permission', () => {
  const lines = text('systemd/tls.conf').split('\n');
  const given = lines.filter((line) => line.startsWith('Cap') || line.startsWith('Ambient'));
  expect(given).toEqual([
    'CapabilityBoundingSet=CAP_NET_BIND_SERVICE',
    'AmbientCapabilities=CAP_NET_BIND_SERVICE',
  ]);
  // A capability in a user namespace of the unit's own opens no port.
  expect(lines).toContain('PrivateUsers=no');
});
