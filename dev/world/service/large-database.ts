import { sql } from 'kysely';
import { openStore } from '../../../src/store/open-store.ts';

const MEETINGS = 300_000;

/** One has most of the rows, as where there is only one. */
const TENANT = "case when n % 5 = 0 then 't' || n % 50 else 't1' end";

/** Rows of the large tables. Nearly all meetings are over. Row n of one table belongs to row n of the others. */
const ROWS: Record<string, { count: number; columns: string; values: string }> = {
  meeting: {
    count: MEETINGS,
    columns:
      'meeting_ref, tenant, state, title, created_at, state_changed_at, starts_at, room_sid, metadata',
    values: `'mtg_' || n, ${TENANT},
      case when n % 30 = 0 then 'created' when n % 10000 = 1 then 'in_progress' else 'ended' end, 'Meeting ' || n,
      now() - n * interval '1 min', now() - n * interval '1 min', now() - n * interval '1 min', 'RM_' || n,
      case when n % 10 = 0 then jsonb_build_object('crm', n) else '{}' end`,
  },
  artifact: {
    count: MEETINGS,
    columns: 'meeting_ref, kind, status, result, available_at',
    values: `'mtg_' || (n + 1) / 2, case when n % 2 = 0 then 'summary' else 'transcript' end, 'available', 'complete',
      now() - n * interval '30 s'`,
  },
  guest_link: {
    count: 100_000,
    columns: 'guest_link_ref, meeting_ref, link_key_id, created_at, expires_at',
    values: "'gl_' || n, 'mtg_' || n, 'k1', now(), now()",
  },
  participant: {
    count: 100_000,
    columns:
      'participant_ref, meeting_ref, guest_link_ref, link_key_id, speaker_number, display_name, state',
    values: "'p_' || n, 'mtg_' || n, 'gl_' || n, 'k1', 1, 'Ana', 'left'",
  },
  event: {
    count: 100_000,
    columns: 'event_ref, tenant, position, type, meeting_ref, meeting_state, created_at',
    values: `'evt_' || n, 't' || n % 50, n / 50, 'meeting.ended', 'mtg_' || n, 'ended',
      now() - interval '70 days' + n * interval '1 min'`,
  },
  task: {
    count: 50_000,
    columns: 'kind, ref, due_at',
    values: "'no_show', 'mtg_' || n, now() + n * interval '1 min'",
  },
  idempotency_record: {
    count: 100_000,
    columns:
      'tenant, method, path, idempotency_key, fingerprint, status, headers, body, created_at, expires_at',
    values: `${TENANT}, 'POST', '/v1/meetings', 'key' || n, '', 201, '{}', '{"meetingRef":"mtg_' || n || '"}',
      now(), now() + n * interval '1 s'`,
  },
  webhook_delivery: {
    count: 100_000,
    columns:
      'delivery_ref, webhook_ref, event_ref, event_type, meeting_ref, body, status, created_at',
    values: `'del_' || n, 'wh_' || n % 1000, 'evt_' || n, 'meeting.ended', 'mtg_' || n, '{}',
      case when n % 1000 = 0 then 'pending' else 'delivered' end, now() - n * interval '1 min'`,
  },
  capture: {
    count: 100_000,
    columns: 'meeting_ref, state, changed_at',
    values: "'mtg_' || n, case when n % 10000 = 1 then 'attending' else 'done' end, now()",
  },
  track: {
    count: 100_000,
    columns: 'track_ref, meeting_ref, participant_ref, media_track_sid, started_at',
    values: "'tr_' || n, 'mtg_' || n, 'p_' || n, 'TR_1', now()",
  },
  utterance: {
    count: 200_000,
    columns: 'track_ref, from_sample, to_sample, state',
    values:
      "'tr_' || n / 2, n % 2 * 1000, n % 2 * 1000 + 500, case when n % 20000 = 1 then 'cut' else 'words' end",
  },
  visit: {
    count: 50_000,
    columns: 'participant_ref, joined_at',
    values: "'p_' || n, now()",
  },
  finished_room: {
    count: 100_000,
    columns: 'room_sid, meeting_ref, finished_at',
    values: "'RM_' || n, 'mtg_' || n, now() - n * interval '1 s'",
  },
  media_event: {
    count: 100_000,
    columns: 'event_id, received_at',
    values: "'EV_' || n, now() - n * interval '1 s'",
  },
  expired_meeting: {
    count: 100_000,
    columns: 'meeting_ref, tenant, expired_at',
    values: "'old_' || n, 't' || n % 50, now()",
  },
  audit_entry: {
    count: 100_000,
    columns: 'chain, number, at, tenant, key_id, operation, path, status, request_id, prev, hash',
    values: `'chain' || n % 20, 1 + n / 20, now() - interval '70 days' + n * interval '1 min', 't' || n % 50,
      'k' || n % 50, 'createMeeting', '/v1/meetings', 201, 'r' || n, sha256(('h' || n - 20)::bytea),
      sha256(('h' || n)::bytea)`,
  },
};

export const LARGE_TABLES: readonly string[] = Object.keys(ROWS);

/**
 * Fills the large tables as if after months of use, in proportion to `meetings`, and analyzes them for the planner.
 * Foreign keys are not checked.
 */
export async function fillLargeTables(databaseUrl: string, meetings = MEETINGS): Promise<void> {
  const db = openStore(databaseUrl, 1, { answerWithinMs: 0 });
  await sql`set session_replication_role = replica`.execute(db);
  await sql`insert into webhook (webhook_ref, tenant, url, status, created_at, secret_key_id, secret_number)
    select 'wh_' || n, 't' || n % 50, 'https://93.184.216.34', 'active', now(), 'k1', 1
    from generate_series(0, 999) n`.execute(db);
  for (const [table, { count, columns, values }] of Object.entries(ROWS)) {
    const rows = Math.ceil((count * meetings) / MEETINGS);
    await sql
      .raw(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${rows}) n`)
      .execute(db);
    await sql.raw(`vacuum (analyze) ${table}`).execute(db);
  }
  await sql`insert into event_position (tenant, last)
    select tenant, max(position) from event group by tenant`.execute(db);
  await db.destroy();
}
