import type { MeetingState } from '../../contract/generated/api.ts';
import type { Db } from './schema.ts';

export async function countMeetingsByState(
  db: Db,
): Promise<{ state: MeetingState; count: number }[]> {
  return db
    .selectFrom('meeting')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
}
