// Shared by both floors: bare `node:http`, keys known by hash. No rate limits, no checks of paths or fields, no log.
import { createHash, randomInt, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { MeetingOptions } from '../../contract/generated/api.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };
/** Tenant, method, path and Idempotency-Key. */
export type Call = [tenant: string, method: string, path: string, key: unknown];
export type Operations = {
  readMeeting(tenant: string, meetingRef: string, ifNoneMatch: string | undefined): Promise<Answer>;
  createMeeting(call: Call, body: string): Promise<Answer>;
  createGuestLink(call: Call, meetingRef: string): Promise<Answer>;
};

export const DAY_MS = 86_400_000;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Listens on a free port, and sends it to the parent. */
export async function serveFloor(pool: pg.Pool, operations: Operations): Promise<void> {
  const tenants = new Map<string, string>();
  for (const { hash, tenant } of (await pool.query('select hash, tenant from api_key')).rows)
    tenants.set(hash.toString('base64'), tenant);
  const server = createServer((request, response) => {
    answer(tenants, operations, request).then(
      (made) => send(response, made),
      (error: unknown) => send(response, { status: 500, headers: {}, body: String(error) }),
    );
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: (server.address() as AddressInfo).port }),
  );
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response
    .writeHead(status, {
      'x-request-id': randomUUID(),
      'x-content-type-options': 'nosniff',
      ...headers,
      ...(status !== 304 && { 'content-length': Buffer.byteLength(body) }),
    })
    .end(body);
}

async function answer(
  tenants: ReadonlyMap<string, string>,
  operations: Operations,
  request: IncomingMessage,
): Promise<Answer> {
  const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const tenant = tenants.get(createHash('sha256').update(key).digest('base64'));
  if (tenant === undefined) return { status: 401, headers: {}, body: '{}' };
  const path = request.url ?? '';
  const meetingRef = path.split('/')[3] ?? '';
  if (request.method === 'GET')
    return operations.readMeeting(tenant, meetingRef, request.headers['if-none-match']);
  const body = await read(request);
  const call: Call = [tenant, 'POST', path, request.headers['idempotency-key']];
  return path.endsWith('/guest-links')
    ? operations.createGuestLink(call, meetingRef)
    : operations.createMeeting(call, body);
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks).toString()))
      .on('error', reject);
  });
}

export const notFound: Answer = { status: 404, headers: {}, body: '{}' };

export function created(body: string, location: string): Answer {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', location };
  return { status: 201, headers: { ...headers, etag: '"1-json"' }, body };
}

/** `body` is computed only for a 200. */
export function represented(
  version: number,
  ifNoneMatch: string | undefined,
  body: () => string,
): Answer {
  const etag = `"${version}-json"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Accept, Prefer' };
  if (ifNoneMatch === etag) return { status: 304, headers, body: '' };
  const type = { 'content-type': 'application/json' };
  return { status: 200, headers: { ...headers, ...type }, body: body() };
}

export function newRef(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => BASE62[randomInt(62)]).join('')}`;
}

export function guestUrl(guestLinkRef: string): string {
  const secret = createHash('sha256').update(guestLinkRef).digest('base64url');
  return `http://meet.test/j/${guestLinkRef}#k=${secret}`;
}

/** The fields of every meeting in the bench. */
export const NO_OPTIONS = {
  transcription: 'off',
  summary: 'off',
  maxParticipants: 100,
  emptyRoomSeconds: 60,
  maxMeetingSeconds: 86_400,
  admission: 'direct',
  joinBeforeHost: true,
  screenShare: 'all',
  chat: 'on',
  keepTranscriptDays: 0,
  vocabulary: [],
} satisfies MeetingOptions;

export type MeetingRow = Record<'meeting_ref' | 'state' | 'title' | 'start_at', string> &
  Record<'end_at' | 'timezone', string> &
  Record<'created_at' | 'state_changed_at', Date> &
  Record<'started_at' | 'ended_at', Date | null> &
  Record<'state_reason' | 'language_code', string | null> & {
    ends_at: Date;
    metadata: object;
    locked: boolean;
    version: number;
  };

export function toMeeting(row: Omit<MeetingRow, 'version' | 'ends_at'>): object {
  return {
    meetingRef: row.meeting_ref,
    meetingState: row.state,
    title: row.title,
    schedule: { startAt: row.start_at, endAt: row.end_at, timezone: row.timezone },
    languageCode: row.language_code,
    createdAt: row.created_at.toISOString(),
    stateChangedAt: row.state_changed_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    stateReason: row.state_reason,
    metadata: row.metadata,
    options: NO_OPTIONS,
    locked: row.locked,
  };
}
