import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { acceptance, HANDSHAKE } from '../../../dev/world/raw-http.ts';
import { until } from '../../../dev/world/until.ts';
import { serverWorld } from '../../../dev/world/service/server-world.ts';

const REFUSED_UPGRADE =
  'GET /rtc/%2e%2e HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const seen: string[] = [];
const tokens: (string | undefined)[] = [];
const media = await mediaServer();
const signallingUrl = `ws://127.0.0.1:${(media.address() as AddressInfo).port}`;
// The database of a busy machine answers late.
const world = await serverWorld({ signallingUrl, lookWithinMs: 20_000 });
const away = await serverWorld();
afterAll(() => media.close());

/** A media server that notes the path of each WebSocket and gives back the short messages that it is sent. */
async function mediaServer(): Promise<Server> {
  const server = createServer(({ url }, response) => response.end(`valid ${url}`));
  server.on('upgrade', ({ url = '', headers }, socket) => {
    seen.push(url);
    tokens.push(headers.authorization);
    socket.write(acceptance(headers));
    socket.on('data', (frame: Buffer) => {
      const [mask, payload] = [frame.subarray(2, 6), frame.subarray(6)];
      socket.write(
        Buffer.concat([
          Buffer.from([frame[0] ?? 0, payload.length]),
          payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
        ]),
      );
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Opens a WebSocket as SDKs outside a browser do, which can send headers. */
function upgraded(path: string, headers: Record<string, string>): Promise<[IncomingMessage]> {
  const asked = request(world.url + path, { headers: { ...HANDSHAKE, ...headers } }).end();
  return once(asked, 'upgrade') as Promise<[IncomingMessage]>;
}

/** A guest who joined, and whose media token is `minted for` the participant. */
async function guest(): Promise<{ meetingRef: string; participantRef: string; linkRef: string }> {
  const body = { title: 'Standup', guestLinks: [{}] };
  const { json } = await world.call('POST', '/v1/meetings', { body });
  const [link] = json['guestLinks'] as { guestLinkRef: string; guestUrl: string }[];
  const linkRef = link?.guestLinkRef ?? '';
  const wish = { secret: link?.guestUrl.split('#k=')[1], displayName: 'Mallory' };
  const joined = await world.call('POST', `/guest/links/${linkRef}/join`, {
    key: null,
    body: wish,
  });
  return {
    meetingRef: String(json['meetingRef']),
    participantRef: String(joined.json['participantRef']),
    linkRef,
  };
}

async function statusFor(participantRef: string): Promise<number> {
  const path = `/rtc/validate?access_token=${encodeURIComponent(`minted for ${participantRef}`)}`;
  return (await world.call('GET', path, { key: null })).status;
}

describe('signalling', () => {
  test.each(['/rtc?access_token=minted', '/rtc/v1?access_token=minted'])(
    'a WebSocket to %s reaches the media server and carries bytes both ways',
    async (path) => {
      const socket = new WebSocket(world.url.replace('http', 'ws') + path);
      socket.binaryType = 'arraybuffer';
      await once(socket, 'open');
      const answer = once(socket, 'message');
      socket.send(Uint8Array.from([1, 2, 3]));
      const [message] = (await answer) as [MessageEvent<ArrayBuffer>];
      expect([...new Uint8Array(message.data)]).toEqual([1, 2, 3]);
      expect(seen).toContain(path);
      socket.close();
      await once(socket, 'close');
    },
  );

  test.each(['/rtc/validate?access_token=minted', '/rtc/v1/validate?access_token=minted'])(
    "GET %s is the media server's answer",
    async (path) => {
      const reply = await world.call('GET', path, { key: null });
      expect([reply.status, reply.text]).toEqual([200, `valid ${path}`]);
    },
  );

  test('nothing else of the media server can be reached', async () => {
    expect((await world.call('POST', '/rtc/validate', { key: null })).status).toBe(404);
    expect(
      (await world.call('POST', '/twirp/livekit.RoomService/ListRooms', { key: null })).status,
    ).toBe(404);
  });

  test('a media server that is away is unavailable', async () => {
    const reply = await away.call('GET', '/rtc/validate?access_token=minted', { key: null });
    expect([reply.status, reply.json.code]).toEqual([503, 'unavailable']);
    const socket = new WebSocket(`${away.url.replace('http', 'ws')}/rtc?access_token=minted`);
    await once(socket, 'close');
  });

  test('without a token that we minted nothing reaches the media server', async () => {
    const before = seen.length;
    const refused = await world.call('GET', '/rtc/validate?access_token=forged', { key: null });
    expect([refused.status, refused.json.code]).toEqual([401, 'unauthorized']);
    for (const query of ['', '?access_token=forged']) {
      const socket = new WebSocket(`${world.url.replace('http', 'ws')}/rtc${query}`);
      await once(socket, 'error');
    }
    expect(seen).toHaveLength(before);
  });

  // Promise: I11, 127
  test.each(['removed', 'revoked'] as const)(
    'a token of someone who was %s does not even reach the media server',
    async (how) => {
      const { meetingRef, participantRef, linkRef } = await guest();
      expect(await statusFor(participantRef)).toBe(200);
      const meeting = `/v1/meetings/${meetingRef}`;
      if (how === 'removed')
        await world.call('POST', `${meeting}/participants/${participantRef}/remove`);
      else await world.call('DELETE', `${meeting}/guest-links/${linkRef}`);
      expect(await statusFor(participantRef)).toBe(401);
      const path = `/rtc?access_token=minted+for+${participantRef}`;
      await once(new WebSocket(world.url.replace('http', 'ws') + path), 'error');
      expect(seen).not.toContain(path);
    },
  );

  test('the token that the media server would take is the one that is checked', async () => {
    const { meetingRef, participantRef } = await guest();
    const removal = `/v1/meetings/${meetingRef}/participants/${participantRef}/remove`;
    await world.call('POST', removal);
    const headers = { authorization: `Bearer minted for ${participantRef}` };
    const both = '/rtc/validate?access_token=minted';
    expect((await world.call('GET', both, { key: null, headers })).status).toBe(401);
    const twice = `${both}&access_token=minted`;
    expect((await world.call('GET', twice, { key: null })).status).toBe(401);
  });

  test('a database that does not answer keeps nobody from connecting', async () => {
    const hasty = await serverWorld({ signallingUrl });
    const path = '/rtc/validate?access_token=minted+for+pt_ana';
    await hasty.ctx.db.transaction().execute(async (tx) => {
      await sql`lock table participant`.execute(tx);
      expect((await hasty.call('GET', path, { key: null })).status).toBe(200);
    });
  });

  test.each(['publish=again', '%70ublish=again', 'publish=&publish=again'])(
    'nobody gets a second identity in the room by %s',
    async (query) => {
      const path = `/rtc?access_token=minted&${query}`;
      const refused = await world.call('GET', path, { key: null });
      expect([refused.status, refused.json.code]).toEqual([400, 'unknown_parameter']);
      await once(new WebSocket(world.url.replace('http', 'ws') + path), 'error');
      expect(seen).not.toContain(path);
    },
  );

  test.each(['join_request=announcement', 'join_request=&join_request=announcement'])(
    'nobody announces tracks by %s, where they would not be counted',
    async (query) => {
      const path = '/rtc/v1/validate?access_token=minted';
      const refused = await world.call('GET', `${path}&${query}`, { key: null });
      expect([refused.status, refused.json.code]).toEqual([400, 'unknown_parameter']);
      const joined = await world.call('GET', `${path}&join_request=join`, { key: null });
      expect(joined.status).toBe(200);
    },
  );

  test('a client may send its token in a header', async () => {
    const headers = { authorization: 'Bearer minted' };
    expect((await world.call('GET', '/rtc/validate', { key: null, headers })).status).toBe(200);
    const [{ socket }] = await upgraded('/rtc/v1', headers);
    await until('it is passed on', 10_000, () => tokens.includes('Bearer minted'));
    socket.destroy();
  });

  test('a message that is too large ends the connection', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/rtc?access_token=minted`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    socket.send(new Uint8Array(2 * 1024 * 1024 + 1));
    const [event] = (await closed) as [CloseEvent];
    expect(event.code).toBe(1009);
  });

  test('a connection refused by the media server leaves none open here', async () => {
    const refusing = createServer();
    const open = new Set<Duplex>();
    refusing.on('upgrade', (_, socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => {});
      socket.once('end', () => socket.end()).resume();
      socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    });
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const there = await serverWorld({
      signallingUrl: `ws://127.0.0.1:${(refusing.address() as AddressInfo).port}`,
    });
    const socket = new WebSocket(`${there.url.replace('http', 'ws')}/rtc?access_token=minted`);
    await once(socket, 'close');
    await until('the connection is closed', 10_000, () => open.size === 0);
    refusing.close();
  }, 20_000);

  test('a refused WebSocket whose connection breaks at once does no harm', async () => {
    const { hostname, port } = new URL(world.url);
    const attempt = async (): Promise<void> => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      await once(socket, 'connect');
      socket.write(REFUSED_UPGRADE);
      await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
    };
    for (let round = 0; round < 40; round += 1)
      await Promise.all(Array.from({ length: 30 }, attempt));
    expect((await world.call('GET', '/health/live', { key: null })).status).toBe(200);
  });

  test('a WebSocket elsewhere is refused', async () => {
    const socket = new WebSocket(`${world.url.replace('http', 'ws')}/elsewhere`);
    await once(socket, 'error');
  });
});
