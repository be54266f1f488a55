import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CertificateFiles, writeCertificate } from '../../dev/world/certificate.ts';
import { silentLog } from '../../dev/world/clock-and-log.ts';
import { readSettings } from './config/read-settings.ts';
import { openBackends } from './open-backends.ts';
import { startFault } from './startup-error.ts';

let folder: string;
let files: CertificateFiles;
/** A database that answers up to its certificate. */
const server = createServer();
let connections = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-certificate-'));
  files = await writeCertificate(folder, ['database.invalid']);
  const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)]);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.on('error', () => {});
    // PostgreSQL's SSLRequest, and the answer that accepts it.
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, cert, key }).on('error', () => {});
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

test.each([
  ['that nobody known has signed', () => ''],
  ['of another name', () => `&sslrootcert=${files.certFile}`],
])('a database whose certificate is one %s is told as such at once', async (_, more) => {
  const { port } = server.address() as AddressInfo;
  const settings = readSettings({
    DATABASE_URL: `postgres://parley:canary@localhost:${port}/parley?sslmode=verify-full${more()}`,
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: 'none',
    LIVEKIT_API_SECRET: 'none',
  });
  const warn = vi.fn();
  connections = 0;
  const opening = openBackends(settings, { ...silentLog, warn }, new AbortController().signal);
  const message = startFault(await opening.catch((error: unknown) => error), settings);
  expect(message).toContain('The certificate of the database is not trusted.');
  expect(message).not.toContain('canary');
  expect(warn).not.toHaveBeenCalled();
  expect(connections).toBe(1);
});
