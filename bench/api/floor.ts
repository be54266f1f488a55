// The smallest server that gives the same answers and keeps the promises: bare `node:http` and `pg`, as few statements
// as the promises allow, prepared, without validation. `node floor.ts <database URL>`, sends its port.
import { createHash } from 'node:crypto';
import pg from 'pg';
import {
  type Answer,
  type Call,
  created,
  DAY_MS,
  guestUrl,
  type MeetingRow,
  newRef,
  notFound,
  represented,
  serveFloor,
  toMeeting,
} from './floor-server.ts';

const READ = {
  name: 'read',
  text: 'select * from meeting where meeting_ref = $1 and tenant = $2',
};
// The claim of the Idempotency-Key with its outcome; nothing else is written when another call has it.
const claimFrom = (source: string): string => `insert into idempotency_record
  (tenant, method, path, idempotency_key, fingerprint, status, headers, body, created_at, expires_at)
  select $1, $2, $3, $4, $5, 201, '{}', $6, $7, $8
  from ${source} (select set_config('lock_timeout', '2000', true)) lock_limit
  on conflict (tenant, method, path, idempotency_key) do update set fingerprint = excluded.fingerprint,
    body = excluded.body, created_at = excluded.created_at, expires_at = excluded.expires_at
  where idempotency_record.expires_at <= excluded.created_at returning 1`;
const CREATE = {
  name: 'create',
  text: `with claim as (${claimFrom('')}),
  born as (insert into meeting
    (meeting_ref, tenant, state, title, start_at, end_at, timezone, starts_at, ends_at, created_at, state_changed_at)
    select $9, $1, 'created', $10, $11, $12, $13, $14, $15, $7, $7 from claim),
  artifacts as (insert into artifact (meeting_ref, kind, status)
    select $9, kind, 'pending' from claim, (values ('transcript'), ('summary')) kinds (kind))
  insert into task (kind, ref, due_at) select 'no_show', $9, $16 from claim`,
};
const LINK = {
  name: 'link',
  text: `with held as materialized
    (select meeting_ref from meeting where meeting_ref = $9 and tenant = $1 and state = 'created' for update),
  links as (select count(*) as number from guest_link where meeting_ref = $9),
  claim as (${claimFrom('held,')})
  insert into guest_link (guest_link_ref, meeting_ref, link_key_id, created_at, expires_at)
  select $10, $9, 'k1', $7, $11 from held, claim, links where number < 500`,
};

const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 });
await serveFloor(pool, { readMeeting, createMeeting, createGuestLink });

async function find(meetingRef: string, tenant: string): Promise<MeetingRow | undefined> {
  return (await pool.query<MeetingRow>({ ...READ, values: [meetingRef, tenant] })).rows[0];
}

async function readMeeting(
  tenant: string,
  meetingRef: string,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const row = await find(meetingRef, tenant);
  if (!row) return notFound;
  return represented(row.version, ifNoneMatch, () => JSON.stringify(toMeeting(row)));
}

async function createMeeting(call: Call, body: string): Promise<Answer> {
  const { title, schedule } = JSON.parse(body);
  const { startAt, endAt, timezone } = schedule;
  const now = new Date();
  const [startsAt, endsAt] = [new Date(startAt), new Date(endAt)];
  const meetingRef = newRef('mtg');
  const meeting = JSON.stringify(
    toMeeting({
      meeting_ref: meetingRef,
      state: 'created',
      title,
      start_at: startAt,
      end_at: endAt,
      timezone,
      created_at: now,
      state_changed_at: now,
      started_at: null,
      ended_at: null,
      state_reason: null,
      language_code: null,
      metadata: {},
      locked: false,
    }),
  );
  const row = [meetingRef, title, startAt, endAt, timezone, startsAt, endsAt];
  const noShowAt = new Date(endsAt.getTime() + DAY_MS);
  const values = [...claimOf(call, body, meeting, now), ...row, noShowAt];
  await insertOnce({ ...CREATE, values });
  return created(meeting, `http://meet.test/v1/meetings/${meetingRef}`);
}

async function createGuestLink(call: Call, meetingRef: string): Promise<Answer> {
  const meeting = await find(meetingRef, call[0]);
  if (!meeting) return notFound;
  const now = new Date();
  const expiresAt = new Date(meeting.ends_at.getTime() + 2 * DAY_MS);
  const guestLinkRef = newRef('gl');
  const link = {
    guestLinkRef,
    meetingRef,
    createdAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    displayName: null,
    maxUses: null,
    role: 'guest',
    admission: null,
  };
  const claim = claimOf(call, '{}', JSON.stringify(link), now);
  await insertOnce({ ...LINK, values: [...claim, meetingRef, guestLinkRef, expiresAt] });
  const body = JSON.stringify({ ...link, guestUrl: guestUrl(guestLinkRef) });
  return created(body, `http://meet.test/v1/meetings/${meetingRef}/guest-links/${guestLinkRef}`);
}

/** Replays and invalid calls would be handled here; the bench sends none. */
async function insertOnce(query: pg.QueryConfig): Promise<void> {
  const { rowCount } = await pool.query(query);
  if (rowCount === 0) throw new Error('The call was a replay');
}

function claimOf(call: Call, input: string, outcome: string, now: Date): unknown[] {
  const fingerprint = createHash('sha256').update(input).digest();
  return [...call, fingerprint, outcome, now, new Date(now.getTime() + DAY_MS)];
}
