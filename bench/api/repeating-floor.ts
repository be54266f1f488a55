// The product's rules step by step, each statement in its own round trip and parsed again: shows what prepared and
// joined statements save. `node repeating-floor.ts <database URL>`, sends its port.
import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type Answer,
  type Call,
  created,
  DAY_MS,
  guestUrl,
  newRef,
  notFound,
  represented,
  serveFloor,
  toMeeting,
} from './floor-server.ts';

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

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
await serveFloor(pool, { readMeeting, createMeeting, createGuestLink });

async function readMeeting(
  tenant: string,
  meetingRef: string,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const { rows } = await pool.query(MEETING, [meetingRef, tenant]);
  const row = rows[0];
  if (!row) return notFound;
  return represented(row.version, ifNoneMatch, () => JSON.stringify(toMeeting(row)));
}

async function createMeeting(call: Call, body: string): Promise<Answer> {
  const { title, schedule } = JSON.parse(body);
  const now = new Date();
  const made = await transaction(async (client) => {
    await claim(client, call, body, now);
    const ref = newRef('mtg');
    const endsAt = new Date(schedule.endAt);
    const meetingRow = [
      ref,
      call[0],
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
  return created(made.meeting, `http://meet.test/v1/meetings/${made.ref}`);
}

async function createGuestLink(call: Call, meetingRef: string): Promise<Answer> {
  const now = new Date();
  const link = await transaction(async (client) => {
    await client.query(MEETING, [meetingRef, call[0]]);
    await claim(client, call, '{}', now);
    const { rows } = await client.query(`${MEETING} for update`, [meetingRef, call[0]]);
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
      maxUses: null,
      role: 'guest',
      admission: null,
    };
    await client.query(COMPLETE, [JSON.stringify(stored), ...call]);
    return stored;
  });
  const { guestLinkRef } = link;
  const body = JSON.stringify({ ...link, guestUrl: guestUrl(guestLinkRef) });
  return created(body, `http://meet.test/v1/meetings/${meetingRef}/guest-links/${guestLinkRef}`);
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

async function claim(client: pg.PoolClient, call: Call, body: string, now: Date): Promise<void> {
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
