// Whether every meeting of the fleet was held and ended once, and everything about it reported once.
import { sql } from 'kysely';
import { until } from '../../dev/world/until.ts';
import type { Db } from '../../src/store/schema.ts';
import type { MediaServer } from './media-server.ts';
import type { Told } from './told.ts';

const STORY =
  'ended 1, ending 1, in_progress 1, participant.admitted 2, participant.joined 2, participant.left 2, ' +
  'summary.available 1, transcript.available 1';

const DELIVERED_WITHIN_MS = 60_000;

/** Describes what is wrong. Waits for webhooks in transit. */
export async function faultsOfLives(
  { db, media, told }: { db: Db; media: MediaServer; told: Told },
  meetings: number,
): Promise<string[]> {
  const isDelivered = (): boolean => told.deliveries.size >= meetings;
  await until('every webhook', DELIVERED_WITHIN_MS, isDelivered).catch(() => {});
  const faults = [...media.faults, ...told.faults];
  const lives = await sql<{ state: string; version: number; story: string; meetings: number }>`
    with told as (
      select meeting_ref, string_agg(what || ' ' || times, ', ' order by what) as story from (
        select meeting_ref, count(*) as times,
          case type when 'meeting.state_changed' then meeting_state else type end as what
        from event where tenant like 'fleet%' group by meeting_ref, what
      ) counted group by meeting_ref
    )
    select state, version, story, count(*)::int as meetings from meeting left join told using (meeting_ref)
    where tenant like 'fleet%' group by state, version, story`.execute(db);
  for (const { state, version, story, meetings: count } of lives.rows)
    if (state !== 'ended' || version !== 4 || story !== STORY)
      faults.push(`${count} meetings are ${state}, version ${version}: ${story}`);
  const found = lives.rows.reduce((sum, row) => sum + row.meetings, 0);
  if (found !== meetings) faults.push(`${found} meetings instead of ${meetings}`);
  const tasks = await sql<{ kind: string; ref: string }>`select kind, ref from task
    where kind <> 'apply_retention'`.execute(db);
  for (const { kind, ref } of tasks.rows) faults.push(`a task is left: ${kind} of ${ref}`);
  const positions = await sql<{ tenant: string; last: number; events: number }>`
    select tenant, last, (select count(*)::int from event where event.tenant = event_position.tenant) as events
    from event_position where tenant like 'fleet%'`.execute(db);
  for (const { tenant, last, events } of positions.rows)
    if (last !== events || told.lastIds.get(tenant) !== last)
      faults.push(`${tenant}: ${events} events to ${last}, read to ${told.lastIds.get(tenant)}`);
  if (media.rooms.size > 0) faults.push(`${media.rooms.size} rooms are left`);
  const once = [...told.deliveries.values()].filter((times) => times === 1).length;
  if (once !== meetings) faults.push(`${once} of ${meetings} meetings had one webhook`);
  return faults;
}
