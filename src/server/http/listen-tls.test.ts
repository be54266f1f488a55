import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type CertificateFiles, writeCertificate } from '../../../dev/world/certificate.ts';
import { listenTls, type TlsListener, type TlsOptions } from './listen-tls.ts';

const NAMES = ['meet.test', 'turn.test'];
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let folder: string;
let files: CertificateFiles;
let http: Server;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-tls-'));
  files = await writeCertificate(folder, NAMES);
  http = createHttpServer((_request, response) => response.end('the page'));
});

afterEach(async () => {
  http.closeAllConnections();
  for (const end of ends.splice(0).toReversed()) await end();
  rmSync(folder, { recursive: true });
});

async function listen(
  turn: { domain: string; port: number } | null = null,
  limits: Pick<TlsOptions, 'turnSilence'> = {},
): Promise<TlsListener> {
  const tls = await listenTls(http, { ...files, port: 0, turn, log, lookEveryMs: 20, ...limits });
  ends.push(() => tls.close());
  return tls;
}

/** The certificate is trusted as it is in its file now. */
async function secureTo({ port }: TlsListener, servername: string): Promise<TLSSocket> {
  const ca = readFileSync(files.certFile);
  const socket = connect({ port, host: '127.0.0.1', servername, ca });
  ends.push(() => socket.destroy());
  await once(socket, 'secureConnect');
  return socket;
}

function pageAt({ port }: TlsListener): Promise<string> {
  const ca = readFileSync(files.certFile);
  const options = { port, host: '127.0.0.1', servername: 'meet.test', ca, agent: false as const };
  return new Promise((resolve, reject) => {
    const call = request(options, (response) => {
      response.setEncoding('utf8').once('data', resolve).once('error', reject);
    });
    call.once('error', reject).end();
  });
}

async function echoServer(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('one port answers HTTPS and hands the TURN name on, decrypted', async () => {
  const tls = await listen({ domain: 'turn.test', port: await echoServer() });
  expect(await pageAt(tls)).toBe('the page');
  const turn = await secureTo(tls, 'TURN.test');
  turn.write('allocate');
  expect(String((await once(turn, 'data'))[0])).toBe('allocate');
});

test.each([
  ['that never sends anything', { firstMs: 50, laterMs: 600_000 }, ''],
  ['that falls silent', { firstMs: 600_000, laterMs: 50 }, 'allocate'],
])('a connection to the TURN server %s is ended', async (_, turnSilence, message) => {
  const tls = await listen({ domain: 'turn.test', port: await echoServer() }, { turnSilence });
  const turn = await secureTo(tls, 'turn.test');
  const closed = once(turn.resume(), 'close');
  if (message !== '') turn.write(message);
  await closed;
});

test('without a TURN server every name is answered with the page', async () => {
  const tls = await listen();
  const socket = await secureTo(tls, 'turn.test');
  socket.write('GET / HTTP/1.1\r\nHost: turn.test\r\n\r\n');
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200/);
});

test('a TURN server that is away ends the connection, and nothing else', async () => {
  const away = await echoServer();
  await ends.pop()?.();
  const tls = await listen({ domain: 'turn.test', port: away });
  await once(await secureTo(tls, 'turn.test'), 'close');
  expect(await pageAt(tls)).toBe('the page');
});

test('a renewed certificate is taken up without a restart; a broken one changes nothing', async () => {
  const tls = await listen();
  const serialOf = async () => (await secureTo(tls, 'meet.test')).getPeerCertificate().serialNumber;
  const first = await serialOf();
  await writeCertificate(folder, NAMES);
  await vi.waitFor(async () => expect(await serialOf()).not.toBe(first), { timeout: 10_000 });
  const good = readFileSync(files.certFile);
  writeFileSync(files.certFile, 'half a certif');
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), { timeout: 10_000 });
  writeFileSync(files.certFile, good);
  expect(await pageAt(tls)).toBe('the page');
});

test('unusable files are reported with the settings to fix', async () => {
  writeFileSync(files.certFile, 'no certificate');
  await expect(listen()).rejects.toThrow(/PARLEY_TLS_CERT and PARLEY_TLS_KEY/);
});
