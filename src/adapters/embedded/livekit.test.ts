import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaServerPath } from '../../../setup/places.mjs';
import type { Log } from '../../core/ports.ts';
import { PortRefused } from './free-port.ts';
import { type EmbeddedMedia, type EmbeddedMediaOptions, startEmbeddedMedia } from './livekit.ts';
import { commandLineOf, pidRuns } from './process-identity.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { freePorts } from '../../../dev/world/free-ports.ts';
import { startVictim } from '../../../dev/world/child-process.ts';

const WAIT = { timeout: 25_000 };
let options: EmbeddedMediaOptions;

beforeEach(async () => {
  const serverPath = mediaServerPath();
  if (serverPath === undefined) throw new Error('no media server: node setup/run.mjs test');
  const [http = 0, tcp = 0, udp = 0] = await freePorts(3);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-media-'));
  options = {
    dataDir,
    serverPath,
    ports: { http, tcp, udp },
    nodeIp: '',
    webhookUrl: 'http://127.0.0.1:9/media/events',
    log: silentLog,
  };
});

afterEach(() => rmSync(options.dataDir, { recursive: true, force: true }));

const rooms = (server: EmbeddedMedia): Promise<unknown[]> =>
  new RoomServiceClient(
    server.url.replace('ws:', 'http:'),
    server.apiKey,
    server.apiSecret,
  ).listRooms();

/** Ids of the running processes that were given the configuration in this folder. */
const serversOf = (dataDir: string): string[] =>
  readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) && commandLineOf(Number(pid)).includes(join(dataDir, 'livekit.yaml')),
  );

describe('startEmbeddedMedia', () => {
  it('answers its API with keys that stay the same and stay private', async () => {
    const first = await startEmbeddedMedia(options);
    expect(await rooms(first)).toEqual([]);
    await first.stop();
    expect(pidRuns(first.pid)).toBe(false);
    const second = await startEmbeddedMedia(options);
    expect([second.apiKey, second.apiSecret]).toEqual([first.apiKey, first.apiSecret]);
    await second.stop();
    for (const file of ['media-keys.json', 'livekit.yaml', 'logs/livekit.log']) {
      expect(statSync(join(options.dataDir, file)).mode & 0o077, file).toBe(0);
    }
  });

  it('answers again after the server was killed', async () => {
    const server = await startEmbeddedMedia(options);
    const killed = server.pid;
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(server.pid).not.toBe(killed), WAIT);
    expect(await rooms(server)).toEqual([]);
    await server.stop();
  });

  it('leaves no server running that it cannot find again, and starts one once it can', async () => {
    const pidFile = join(options.dataDir, 'livekit.pid');
    const left: string[][] = [];
    const error: Log['error'] = (_, fields) => {
      if (!String(fields?.error).includes('EISDIR')) return;
      left.push(serversOf(options.dataDir));
      rmSync(pidFile, { recursive: true });
    };
    const server = await startEmbeddedMedia({ ...options, log: { ...silentLog, error } });
    const killed = server.pid;
    rmSync(pidFile);
    mkdirSync(pidFile);
    process.kill(killed, 'SIGKILL');
    await vi.waitFor(() => expect(server.pid).not.toBe(killed), WAIT);
    expect(left).toEqual([[]]);
    expect(await rooms(server)).toEqual([]);
    await server.stop();
  });

  it('replaces the server of a process that was killed', async () => {
    const parley = await startVictim(
      `
      import { startEmbeddedMedia } from './livekit.ts';
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      const server = await startEmbeddedMedia({ ...${JSON.stringify({ ...options, log: undefined })}, log });
      console.log(server.pid);`,
      import.meta.url,
    );
    await parley.kill();
    const orphan = Number(parley.said);
    expect(pidRuns(orphan)).toBe(true);
    const server = await startEmbeddedMedia(options);
    expect(pidRuns(orphan)).toBe(false);
    expect(await rooms(server)).toEqual([]);
    await server.stop();
  });

  it('names the port that is taken and the setting that changes it', async () => {
    const tcp = createServer().listen(options.ports.http, '127.0.0.1');
    await once(tcp, 'listening');
    await expect(startEmbeddedMedia(options)).rejects.toThrow(PortRefused);
    await expect(startEmbeddedMedia(options)).rejects.toThrow(
      `TCP port ${options.ports.http} is taken`,
    );
    await expect(startEmbeddedMedia(options)).rejects.toThrow('set PARLEY_MEDIA_PORT');
    tcp.close();
    await once(tcp, 'close');
    const udp = createSocket('udp4').bind(options.ports.udp, '0.0.0.0');
    await once(udp, 'listening');
    await expect(startEmbeddedMedia(options)).rejects.toThrow('set PARLEY_MEDIA_UDP_PORT');
    udp.close();
  });

  it('says of a port on which this user may not listen what to permit', () => {
    const { message } = new PortRefused(80, 'TCP', 'PARLEY_MEDIA_TCP_PORT', 'EACCES');
    expect(message).toMatch(/^this user may not listen on TCP port 80: .*CAP_NET_BIND_SERVICE/);
    expect(message).toMatch(/or set PARLEY_MEDIA_TCP_PORT to a port above 1023$/);
  });

  it('says why a server does not start', async () => {
    const broken = startEmbeddedMedia({ ...options, nodeIp: 'not an address' });
    await expect(broken).rejects.toThrow(/the media server does not start: .*/);
  });
});
