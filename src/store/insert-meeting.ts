import { CompiledQuery } from 'kysely';
import { guestLinkInsert, type NewGuestLinkRow } from './guest-link.ts';
import {
  claimFrom,
  claimValues,
  FIRST_AFTER_CLAIM,
  LOCK_LIMIT,
  type NewIdempotencyRecord,
} from './idempotency-record.ts';
import type { NewMeetingRow } from './meeting.ts';
import type { Db, TaskKind } from './schema.ts';

const COLUMNS = Object.keys({
  meeting_ref: true,
  tenant: true,
  state: true,
  state_reason: true,
  title: true,
  start_at: true,
  end_at: true,
  timezone: true,
  starts_at: true,
  ends_at: true,
  rescheduled_at: true,
  language_code: true,
  created_at: true,
  state_changed_at: true,
  started_at: true,
  ending_at: true,
  ended_at: true,
  room_sid: true,
  media_seen_at: true,
  metadata: true,
  options: true,
} satisfies Record<keyof NewMeetingRow, true>) as (keyof NewMeetingRow)[];

const TIMER = FIRST_AFTER_CLAIM + COLUMNS.length;
const INSERT = insertSql('');
const INSERT_WITH_LINKS = insertSql(`, links as (${guestLinkInsert(TIMER + 2)})`);

function insertSql(links: string): string {
  const values = COLUMNS.map((_, n) => `$${FIRST_AFTER_CLAIM + n}`).join(', ');
  const meetingRef = `$${FIRST_AFTER_CLAIM + COLUMNS.indexOf('meeting_ref')}`;
  return `with claim as (${claimFrom(LOCK_LIMIT)}),
    inserted as (insert into meeting (${COLUMNS.join(', ')}) select ${values} from claim),
    artifacts as (insert into artifact (meeting_ref, kind, status)
      select ${meetingRef}, kind, 'pending' from claim, (values ('transcript'), ('summary')) as kinds (kind))
    ${links}
    insert into task (kind, ref, due_at) select $${TIMER}, ${meetingRef}, $${TIMER + 1} from claim returning 1`;
}

export type MeetingInsert = {
  row: NewMeetingRow;
  timer: { kind: TaskKind; dueAt: Date };
  links: readonly NewGuestLinkRow[];
};

/**
 * A new meeting with what every meeting has (a pending transcript and summary, and its first timer), its links and the
 * record of the call, in one round trip. False, with nothing written, when another call has the record.
 */
export async function insertMeetingOnce(
  db: Db,
  record: NewIdempotencyRecord,
  waitMs: number,
  { row, timer, links }: MeetingInsert,
): Promise<boolean> {
  const values = [
    ...claimValues(record, waitMs),
    ...COLUMNS.map((column) => row[column]),
    timer.kind,
    timer.dueAt,
  ];
  const query =
    links.length === 0
      ? CompiledQuery.raw(INSERT, values)
      : CompiledQuery.raw(INSERT_WITH_LINKS, [...values, JSON.stringify(links)]);
  return (await db.executeQuery(query)).rows.length > 0;
}
