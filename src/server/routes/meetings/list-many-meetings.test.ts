import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serverWorld } from '../../../../dev/world/service/server-world.ts';

const MEETINGS = 10_000;
/** So many have the same created_at: the order among them must hold, too. */
const SAME_INSTANT = 30;
const PAGE = 100;
const CREATORS = 4;

const world = await serverWorld();

/** Made as if over the last hours. */
async function tenThousandMeetings(): Promise<string[]> {
  const { rows } = await sql<{ meeting_ref: string }>`
    insert into meeting (meeting_ref, tenant, state, title, created_at, state_changed_at)
    select 'mtg_' || lpad(md5(n::text), 24, '0'), 'acme', 'created', 'Meeting ' || n, at, at
    from generate_series(1, ${MEETINGS}::int) n, lateral (
      select ${world.clock.now()}::timestamptz - interval '1 minute'
        - interval '1 second' * (n / ${SAME_INSTANT}::int) as at
    ) born
    returning meeting_ref`.execute(world.ctx.db);
  return rows.map((row) => row.meeting_ref);
}

/** Creates meetings, `CREATORS` at a time, until told to stop. */
function keepCreating(): { made: string[]; stop(): Promise<void> } {
  const made: string[] = [];
  let going = true;
  const create = async (): Promise<void> => {
    while (going) {
      world.clock.advance(0.001);
      const { status, json } = await world.call('POST', '/v1/meetings', {
        body: { title: 'Newcomer' },
      });
      if (status !== 201) throw new Error(`${status} instead of 201`);
      made.push(String(json.meetingRef));
    }
  };
  const running = Promise.all(Array.from({ length: CREATORS }, create));
  return {
    made,
    stop: async () => {
      going = false;
      await running;
    },
  };
}

// Promise: E3
test('10,000 meetings listed page by page while others are created are all there, none twice', async () => {
  const known = await tenThousandMeetings();
  const creating = keepCreating();
  const listed: string[] = [];
  let pageToken: unknown = '';
  for (
    let path = `/v1/meetings?pageSize=${PAGE}`;
    pageToken !== null;
    path = `/v1/meetings?pageSize=${PAGE}&pageToken=${pageToken}`
  ) {
    const { json } = await world.call('GET', path);
    listed.push(
      ...(json.meetings as { meetingRef: string }[]).map((meeting) => meeting.meetingRef),
    );
    pageToken = json.nextPageToken;
  }
  await creating.stop();
  expect(creating.made.length).toBeGreaterThan(0);
  const counts = new Map(known.map((meetingRef) => [meetingRef, 0]));
  for (const meetingRef of listed) counts.set(meetingRef, (counts.get(meetingRef) ?? 0) + 1);
  for (const meetingRef of creating.made) if (!counts.has(meetingRef)) counts.set(meetingRef, 1);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
  expect(counts.size).toBe(MEETINGS + creating.made.length);
});
