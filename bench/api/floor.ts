// The least that can answer the same: bare `node:http` and `pg`, with the product's own statements,
// each in a round trip.
// Knows its keys by hash, checks no rate, no path, no field; writes no log. `node floor.ts
// <database URL>`, sends its port.
import { createHash, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const DAY_MS = 86_400_000;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MEETING = 'select * from meeting where meeting_ref = $1 and tenant = $2';
const CLAIM = `insert into idempotency_record
  (tenant, method, path, idempotency_key, fingerprint, status, headers, body, created_at, expires_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
  from (select set_config('lock_timeout', '2000', true)) lock_limit
  on conflict (tenant, method, path, idempotency_key) do update set
    fingerprint = $5, status = $6, headers = $7, body = $8, created_at = $9, expires_at = $10
  where idempotency_record.expires_at <= $9`;
const BIRTH = `with born as (insert into meeting
  (meeting_ref, tenant, state, state_reason, title, start_at, end_at, timezone, ends_at,
    created_at, state_changed_at, started_at, ending_at, ended_at, room_sid, media_seen_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) returning *),
  artifacts as (insert into artifact (meeting_ref, status, result, reason, available_at, content, kind)
    values ($17, $18, $19, $20, $21, $22, $23), ($24, $25, $26, $27, $28, $29, $30)),
  timer as (insert into task (kind, ref, due_at, leased_by, leased_until) values ($31, $32, $33, $34, $35))
  select * from born`;
const COMPLETE =
  'update idempotency_record set body = $1 where tenant = $2 and method = $3 and path = $4 and idempotency_key = $5';

type Answer = { status: number; headers: Record<string, string>; body: string };
type Row = Record<string, string> &
  Record<'created_at' | 'state_changed_at', Date> &
  Record<'started_at' | 'ended_at', Date | null>;

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const tenants = new Map<string, string>();
for (const { hash, tenant } of (await pool.query('select hash, tenant from api_key')).rows)
  tenants.set(hash.toString('base64'), tenant);

const server = createServer((request, response) => {
  answer(request).then(
    (made) => send(response, made),
    (error: unknown) => send(response, { status: 500, headers: {}, body: String(error) }),
  );
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response
    .writeHead(status, {
      ...headers,
      ...(status !== 304 && { 'content-length': Buffer.byteLength(body) }),
    })
    .end(body);
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const tenant = tenants.get(createHash('sha256').update(key).digest('base64'));
  if (tenant === undefined) return { status: 401, headers: {}, body: '{}' };
  const path = request.url ?? '';
  const meetingRef = path.split('/')[3] ?? '';
  if (request.method === 'GET')
    return readMeeting(tenant, meetingRef, request.headers['if-none-match']);
  const body = await read(request);
  const call = [tenant, 'POST', path, request.headers['idempotency-key']];
  return path.endsWith('/guest-links')
    ? createGuestLink(call, tenant, meetingRef)
    : createMeeting(call, tenant, body);
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

async function readMeeting(
  tenant: string,
  meetingRef: string,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const { rows } = await pool.query(MEETING, [meetingRef, tenant]);
  if (!rows[0]) return { status: 404, headers: {}, body: '{}' };
  const headers = { etag: `"${rows[0].version}-json"`, 'cache-control': 'private, no-cache' };
  if (ifNoneMatch === headers.etag) return { status: 304, headers, body: '' };
  return {
    status: 200,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(toMeeting(rows[0])),
  };
}

async function createMeeting(call: unknown[], tenant: string, body: string): Promise<Answer> {
  const { title, schedule } = JSON.parse(body);
  const now = new Date();
  const made = await transaction(async (client) => {
    await claim(client, call, body, now);
    const ref = newRef('mtg');
    const endsAt = new Date(schedule.endAt);
    const meetingRow = [
      ref,
      tenant,
      'created',
      null,
      title,
      schedule.startAt,
      schedule.endAt,
      schedule.timezone,
      endsAt,
      now,
      now,
    ];
    const pending = [ref, 'pending', null, null, null, null];
    const timer = ['no_show', ref, new Date(endsAt.getTime() + DAY_MS), null, null];
    const noTimes = Array<null>(5).fill(null);
    const params = [
      ...meetingRow,
      ...noTimes,
      ...pending,
      'transcript',
      ...pending,
      'summary',
      ...timer,
    ];
    const { rows } = await client.query(BIRTH, params);
    const meeting = JSON.stringify(toMeeting(rows[0]));
    await client.query(COMPLETE, [meeting, ...call]);
    return { ref, meeting };
  });
  const headers = {
    'content-type': 'application/json',
    etag: '"1-json"',
    location: `http://meet.test/v1/meetings/${made.ref}`,
  };
  return { status: 201, headers, body: made.meeting };
}

async function createGuestLink(
  call: unknown[],
  tenant: string,
  meetingRef: string,
): Promise<Answer> {
  const now = new Date();
  const link = await transaction(async (client) => {
    await client.query(MEETING, [meetingRef, tenant]);
    await claim(client, call, '{}', now);
    const { rows } = await client.query(`${MEETING} for update`, [meetingRef, tenant]);
    await client.query('select count(*) from guest_link where meeting_ref = $1', [meetingRef]);
    const expiresAt = new Date(rows[0].ends_at.getTime() + 2 * DAY_MS);
    const guestLinkRef = newRef('gl');
    await client.query(
      `insert into guest_link (guest_link_ref, meeting_ref, link_key_id, created_at, expires_at,
        own_expiry, revoked_at, display_name, max_uses)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [guestLinkRef, meetingRef, 'k1', now, expiresAt, false, null, null, null],
    );
    const stored = {
      guestLinkRef,
      meetingRef,
      createdAt: now.toISOString(),
      expiresAt: expiresAt.toISOString(),
      displayName: null,
    };
    await client.query(COMPLETE, [JSON.stringify(stored), ...call]);
    return stored;
  });
  const secret = createHash('sha256').update(link.guestLinkRef).digest('base64url');
  const body = JSON.stringify({
    ...link,
    guestUrl: `http://meet.test/j/${link.guestLinkRef}#k=${secret}`,
  });
  return {
    status: 201,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body,
  };
}

async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const outcome = await work(client);
    await client.query('commit');
    return outcome;
  } finally {
    client.release();
  }
}

async function claim(
  client: pg.PoolClient,
  call: unknown[],
  body: string,
  now: Date,
): Promise<void> {
  const fingerprint = createHash('sha256').update(body).digest();
  await client.query(CLAIM, [
    ...call,
    fingerprint,
    201,
    {},
    '',
    now,
    new Date(now.getTime() + DAY_MS),
  ]);
}

function toMeeting(row: Row): object {
  return {
    meetingRef: row['meeting_ref'],
    meetingState: row['state'],
    title: row['title'],
    schedule: { startAt: row['start_at'], endAt: row['end_at'], timezone: row['timezone'] },
    createdAt: row['created_at'].toISOString(),
    stateChangedAt: row['state_changed_at'].toISOString(),
    startedAt: row['started_at']?.toISOString() ?? null,
    endedAt: row['ended_at']?.toISOString() ?? null,
    stateReason: row['state_reason'],
  };
}

function newRef(prefix: string): string {
  return `${prefix}_${Array.from({ length: 24 }, () => BASE62[randomInt(62)]).join('')}`;
}
