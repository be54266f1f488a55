import { randomBytes, randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestRunner, afterAll, onTestFinished } from 'vitest';
import { outgoingHttp } from '../../../src/adapters/outgoing-http/outgoing-http.ts';
import { apiKeyCache } from '../../../src/core/api-key/api-key-cache.ts';
import { openAuditLog } from '../../../src/core/audit/audit-log.ts';
import { createApiKey } from '../../../src/core/api-key/create-api-key.ts';
import { type Scope, SCOPES } from '../../../contract/generated/lists.ts';
import type { Ctx } from '../../../src/core/context.ts';
import { type EventTail, followEvents } from '../../../src/core/event/event-tail.ts';
import type { MediaEvent, MediaPort } from '../../../src/core/ports.ts';
import { buildServer } from '../../../src/server/build-server.ts';
import { heldReads, type HeldReads } from '../../../src/server/live/held-reads.ts';
import { projectRoot } from '../../../setup/places.mjs';
import { openLiveWords } from '../../../src/core/live-words/live-notices.ts';
import { rateLimits, type Rates } from '../../../src/server/rates/rate-limits.ts';
import type {
  MeasureConnection,
  MeasureRequest,
  ReadyBody,
} from '../../../src/server/server-context.ts';
import { apiFollower, followNotices } from '../../../src/app/notices/follow-notices.ts';
import { contractBreach } from './contract-reply.ts';
import { manualClock, silentLog } from '../clock-and-log.ts';
import { testDatabase } from './test-database.ts';
import { meetingSettings } from './core-scene.ts';

export const PUBLIC_URL = 'https://meet.test';

export type ServerWorld = {
  url: string;
  ctx: Ctx;
  clock: ReturnType<typeof manualClock>;
  keys: ReturnType<typeof apiKeyCache>;
  held: HeldReads;
  eventTail: EventTail;
  close(): Promise<void>;
  key(options?: { scopes?: readonly Scope[]; tenant?: string; expiresAt?: Date }): Promise<string>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
};
export type CallOptions = {
  key?: string | null;
  body?: unknown;
  raw?: string | Uint8Array;
  idempotencyKey?: string;
  headers?: Record<string, string>;
};
export type Reply = {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
};
export type WorldOptions = {
  health?: () => Promise<ReadyBody>;
  measure?: MeasureRequest;
  measureConnection?: MeasureConnection;
  signallingUrl?: string;
  lookWithinMs?: number;
  readEvent?: MediaPort['readEvent'];
  ctx?: Partial<Ctx>;
  /** No limits by default. */
  rates?: Partial<Rates>;
  /** The folder of the built pages; by default one with pages that do nothing. */
  webDist?: string;
};

const NO_RATES: Rates = {
  readPerMinute: 0,
  writePerMinute: 0,
  authFailuresPerMinute: 0,
  guestPerMinute: 0,
};

/** The real server with a real database and a fake media server. Closes after the test, or the file, that opened it. */
export async function serverWorld(options: WorldOptions = {}): Promise<ServerWorld> {
  const { db, url: databaseUrl } = await testDatabase();
  const clock = manualClock();
  const ctx: Ctx = {
    db,
    clock,
    media: playedMedia(options.readEvent),
    writer: { write: () => Promise.reject(new Error('No summary is written here')) },
    outgoing: outgoingHttp({ allowPrivate: false }),
    settings: { ...meetingSettings, publicUrl: PUBLIC_URL },
    linkKeys: { current: 'k1', keys: { k1: randomBytes(32) } },
    log: silentLog,
    ...options.ctx,
  };
  const keys = apiKeyCache(ctx);
  const held = heldReads();
  const eventTail = followEvents(ctx);
  const liveWords = openLiveWords(ctx);
  const rates = { hear: () => {} };
  const follower = apiFollower({ held, apiKeys: keys, eventTail, liveWords, rates });
  const notices = followNotices(databaseUrl, ctx.log, follower);
  whenOver(() => notices.stop());
  await notices.ready;
  const server = buildServer({
    core: ctx,
    apiKeys: keys,
    audit: openAuditLog(ctx),
    limits: rateLimits({ ...NO_RATES, ...options.rates }),
    held,
    eventTail,
    liveWords,
    trustedProxies: 'loopback',
    health: options.health ?? (async () => ({ status: 'ok' })),
    measure: options.measure ?? (() => {}),
    measureConnection: options.measureConnection ?? (() => {}),
    media: {
      signallingUrl: options.signallingUrl ?? 'ws://127.0.0.1:9',
      ...(options.lookWithinMs !== undefined && { lookWithinMs: options.lookWithinMs }),
    },
    webDist: options.webDist ?? (await builtPage()),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  whenOver(() => server.close());
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const key: ServerWorld['key'] = async (wish = {}) => {
    const input = {
      name: 'test',
      tenant: wish.tenant ?? 'acme',
      mode: 'test' as const,
      scopes: wish.scopes ?? SCOPES,
      expiresAt: wish.expiresAt ?? null,
    };
    return (await createApiKey(ctx, input)).key;
  };
  const usual = await key();
  return {
    url,
    ctx,
    clock,
    keys,
    held,
    eventTail,
    key,
    close: () => server.close(),
    call: (method, path, wish = {}) => callByContract({ url, method, path, usualKey: usual }, wish),
  };
}

/** Fails if the contract does not declare this response. */
async function callByContract(
  to: { url: string; method: string; path: string; usualKey: string },
  wish: CallOptions,
): Promise<Reply> {
  const reply = await call(to.url + to.path, to.method, to.usualKey, wish);
  const breach = contractBreach(to.method, to.path, {
    status: reply.status,
    contentType: reply.headers.get('content-type'),
    text: reply.text,
  });
  if (breach !== null) throw new Error(breach);
  return reply;
}

async function call(
  url: string,
  method: string,
  usualKey: string,
  wish: CallOptions,
): Promise<Reply> {
  const key = wish.key === undefined ? usualKey : wish.key;
  const body = wish.raw ?? (wish.body === undefined ? undefined : JSON.stringify(wish.body));
  const headers: Record<string, string> = {
    ...(key !== null && { authorization: `Bearer ${key}` }),
    ...(wish.body !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': wish.idempotencyKey ?? randomUUID() }),
    ...wish.headers,
  };
  const response = await fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : {},
  };
}

function whenOver(clean: () => Promise<unknown>): void {
  const done = async () => void (await clean());
  if (TestRunner.getCurrentTest() === undefined) afterAll(done);
  else onTestFinished(done);
}

async function builtPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-web-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>room</title>');
  for (const name of ['welcome.html', 'check.html', 'console.html', 'docs.html', 'reference.html'])
    await copyFile(join(projectRoot(), 'clients/web', name), join(folder, name));
  await writeFile(join(folder, 'assets', 'room-1a2b.js'), 'export {};');
  return folder;
}

/** How a message begins that announces a track to this media server. */
export const ANNOUNCEMENT = 0xa7;

/** A media server that accepts every call and whose rooms are empty. */
function playedMedia(
  readEvent: MediaPort['readEvent'] = async (): Promise<MediaEvent | null> => null,
): MediaPort {
  return {
    openRoom: async () => 'RM_played',
    closeRoom: async () => {},
    listRooms: async () => [],
    listParticipants: async () => [],
    removeParticipant: async () => {},
    updateParticipant: async () => {},
    mute: async () => {},
    publish: async () => {},
    mintToken: async () => 'token',
    readEvent,
    identityOf: async (token) => /^minted(?: for )?(.*)/.exec(token)?.[1] ?? null,
    tracksAskedFor: (message) =>
      message[0] === ANNOUNCEMENT ? null : [Buffer.from(message).toString('hex')],
    announcesTracks: (joinRequest) => joinRequest === 'announcement',
    isEventToken: async (token) => token.startsWith('signed'),
  };
}
