import type { MeetingState } from '../../contract/generated/api.ts';
import type { Db } from './schema.ts';

export async function countMeetingsByState(db: Db): Promise<{ state: MeetingState; count: number }[]> {
  const rows = await db
    .selectFrom('meeting')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}
