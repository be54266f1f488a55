import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { leaseDueTasks, putTask } from './task.ts';

const { db } = await testDatabase();

test('no more tasks are leased than were asked for, also when the planner knows of one only', async () => {
  const now = new Date();
  const dueBefore = (ms: number) => new Date(now.getTime() - ms);
  await putTask(db, 'close_room', 'known', dueBefore(0));
  await sql`analyze task`.execute(db);
  for (let i = 0; i < 20; i += 1) await putTask(db, 'close_room', `new_${i}`, dueBefore(20 - i));
  const leased = await leaseDueTasks(db, {
    kinds: ['close_room'],
    holder: 'a',
    now,
    leasedUntil: new Date(now.getTime() + 1_000),
    limit: 3,
  });
  expect(leased.map((task) => task.ref).toSorted()).toEqual(['new_0', 'new_1', 'new_2']);
});
