import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { serverWorld } from '../../../dev/world/service/server-world.ts';
import { openStore } from '../../store/open-store.ts';
import { newRef } from '../../core/ids.ts';
import type { Span } from '../../core/ports.ts';
import { apiKeyCache } from '../../core/api-key/api-key-cache.ts';
import { buildServer } from '../build-server.ts';
import { followEvents } from '../../core/event/event-tail.ts';
import { type AuditLog, openAuditLog } from '../../core/audit/audit-log.ts';
import { heldReads } from '../live/held-reads.ts';
import { openLiveWords } from '../../core/live-words/live-notices.ts';
import { rateLimits } from '../rates/rate-limits.ts';
import type { ServerContext } from '../server-context.ts';

type Noting = Pick<AuditLog, 'note'>;

const world = await serverWorld();

function serverOn({ core, apiKeys, audit }: Pick<ServerContext, 'core' | 'apiKeys' | 'audit'>) {
  return buildServer({
    core,
    apiKeys,
    audit,
    health: async () => ({ status: 'unavailable' }),
    measure: () => {},
    measureConnection: () => {},
    limits: rateLimits({
      readPerMinute: 0,
      writePerMinute: 0,
      authFailuresPerMinute: 0,
      guestPerMinute: 0,
    }),
    held: heldReads(),
    liveWords: openLiveWords(core),
    eventTail: followEvents(world.ctx),
    trustedProxies: 'loopback',
    media: { signallingUrl: 'ws://127.0.0.1:9' },
    webDist: '/nowhere',
  });
}

describe('503', () => {
  test('a page that is not built yet; once it is, the same process serves it and its files', async () => {
    const webDist = await mkdtemp(join(tmpdir(), 'parley-unbuilt-'));
    const { call } = await serverWorld({ webDist });
    const statuses = async () => {
      const paths = ['/j/gl_x', '/docs', '/assets/a.js'];
      const replies = await Promise.all(paths.map((path) => call('GET', path, { key: null })));
      return replies.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([503, 503, 404]);
    await mkdir(join(webDist, 'assets'));
    for (const name of ['index.html', 'docs.html', 'assets/a.js'])
      await writeFile(join(webDist, name), '');
    expect(await statuses()).toEqual([200, 200, 200]);
    await rm(webDist, { recursive: true });
  });

  test('a call without a database is answered before the audit log can record it', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    const connected = once(silent, 'connection');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const core = { ...world.ctx, db: openStore('postgres://nobody@127.0.0.1:1/none') };
    const log = openAuditLog({
      ...core,
      db: openStore(`postgres://nobody@127.0.0.1:${port}/none`),
    });
    let isWritten = false;
    const audit: Noting = { note: (call) => log.note(call).then(() => void (isWritten = true)) };
    const server = serverOn({ core, apiKeys: apiKeyCache(world.ctx), audit });
    const reply = await server.inject({
      method: 'POST',
      url: '/v1/meetings',
      headers: { authorization: `Bearer ${await world.key()}`, 'idempotency-key': 'once' },
      payload: { title: 'Weekly' },
    });
    expect([reply.statusCode, isWritten]).toEqual([503, false]);
    const [socket] = await connected;
    socket.destroy();
    silent.close();
    await server.close();
    await core.db.destroy();
  });

  test('a call that fails is a step of the meeting that it names, if that can be one of ours', async () => {
    const db = openStore('postgres://nobody@127.0.0.1:1/none');
    const failed: Span[] = [];
    const traces = { record: (span: Span) => void failed.push(span), stop: async () => {} };
    const audit: Noting = { note: async () => {} };
    const core = { ...world.ctx, db, traces };
    const server = serverOn({ core, apiKeys: apiKeyCache(world.ctx), audit });
    const headers = { authorization: `Bearer ${await world.key()}`, 'idempotency-key': 'once' };
    const meetingRef = newRef('mtg');
    for (const named of ['mtg_of%20my%20own', meetingRef]) {
      const url = `/v1/meetings/${named}/lock`;
      expect((await server.inject({ method: 'POST', url, headers })).statusCode).toBe(503);
    }
    await server.close();
    await db.destroy();
    expect(failed).toMatchObject([{ name: 'lockMeeting', meetingRef, failed: true }]);
  });
});

describe('a slow caller', () => {
  // Promise: request_timeout
  test('gets a problem in the form of every other', async () => {
    const { answerClientError } = await import('../http/answer-problem.ts');
    const context = { core: world.ctx } as Parameters<typeof answerClientError>[0];
    const slow = Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const server = createServer((socket) => answerClientError(context, slow, socket, false)).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    await once(socket, 'close');
    server.close();
    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      code: 'request_timeout',
      status: 408,
    });
  });
});

describe('500', () => {
  test('a response after a failure reveals nothing, and the log has the cause under the request id', async () => {
    const seen: { requestId?: string; error?: unknown }[] = [];
    world.ctx.log.error = (_, fields) => void seen.push(fields ?? {});
    const { mintToken } = world.ctx.media;
    world.ctx.media.mintToken = () => Promise.reject(new Error('a secret detail'));
    const { json } = await world.call('POST', '/v1/meetings', { body: { title: 'Fails' } });
    const link = await world.call('POST', `/v1/meetings/${json.meetingRef}/guest-links`);
    const secret = String(link.json.guestUrl).split('#k=')[1];
    const reply = await world.call('POST', `/guest/links/${link.json.guestLinkRef}/join`, {
      key: null,
      body: { secret, displayName: 'Ana' },
    });
    world.ctx.media.mintToken = mintToken;
    expect([reply.status, reply.json.code, reply.text.includes('secret detail')]).toEqual([
      500,
      'internal_error',
      false,
    ]);
    expect(seen).toMatchObject([
      { requestId: reply.json.requestId, error: { message: 'a secret detail' } },
    ]);
  });
});
