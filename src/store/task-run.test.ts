import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { findNextTaskTime, putTask } from './task.ts';
import { leaseDueTasks, releaseLeasesOfDead } from './task-run.ts';

const { db } = await testDatabase();

test('no more tasks are leased than requested, even when the planner expects only one', async () => {
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

describe('a meeting that one scribe attends while another is on standby', () => {
  const begin = new Date('2026-11-26T12:00:00Z');
  const at = (ms: number) => new Date(begin.getTime() + ms);
  const LEASE_MS = { attend_meeting: 2_000, stand_by: 6_000 };
  const [attends, standsBy, third] = ['attends', 'stands-by', 'third'];
  type Kind = keyof typeof LEASE_MS;

  async function take(kind: Kind, holder: string, ms: number, isReserve = false) {
    const request = { holder, now: at(ms), leasedUntil: at(ms + LEASE_MS[kind]), limit: 9 };
    const rows = await leaseDueTasks(db, { kinds: [kind], isReserve, ...request });
    return rows.map(({ ref }) => ref);
  }

  beforeEach(async () => {
    await db.deleteFrom('task').execute();
    await putTask(db, 'attend_meeting', 'm', begin);
    await take('attend_meeting', attends, 0);
    await putTask(db, 'stand_by', 'm', begin);
  });

  test('is looked for by the others as soon as the lease is over', async () => {
    expect(await findNextTaskTime(db, ['attend_meeting'], at(1))).toEqual(at(2_000));
  });

  test('does not have its own scribe as a standby', async () => {
    expect(await take('stand_by', attends, 0)).toEqual([]);
    expect(await take('stand_by', standsBy, 0)).toEqual(['m']);
  });

  test('is taken over by the standby when the lease is over, and by others 3 s later', async () => {
    await take('stand_by', standsBy, 0);
    expect(await take('attend_meeting', third, 2_001)).toEqual([]);
    expect(await take('attend_meeting', standsBy, 2_001)).toEqual(['m']);
    expect(await take('attend_meeting', third, 4_002)).toEqual([]);
    expect(await take('attend_meeting', third, 5_001 + 2_001)).toEqual(['m']);
  });

  test('is taken over by any scribe at once when the standby is gone too', async () => {
    await take('stand_by', standsBy, 0);
    expect(await take('attend_meeting', third, 6_001)).toEqual(['m']);
  });

  test('is taken over by the standby at once when the end of the other was seen', async () => {
    await take('stand_by', standsBy, 0);
    const dead = { kind: 'attend_meeting', holder: attends } as const;
    await releaseLeasesOfDead(db, { ...dead, heldUntil: at(2_000), now: at(100) });
    expect(await take('attend_meeting', third, 100)).toEqual([]);
    expect(await take('attend_meeting', standsBy, 100)).toEqual(['m']);
  });

  test('stays with a scribe that restarted before the end of its predecessor was noticed', async () => {
    const dead = { kind: 'attend_meeting', holder: attends } as const;
    await releaseLeasesOfDead(db, { ...dead, heldUntil: at(1_999), now: at(100) });
    expect(await take('attend_meeting', standsBy, 100)).toEqual([]);
  });

  test('is left to others by a reserve, unless it is its standby or nobody takes it', async () => {
    expect(await take('attend_meeting', standsBy, 2_001, true)).toEqual([]);
    expect(await take('attend_meeting', standsBy, 5_001, true)).toEqual(['m']);
    await putTask(db, 'attend_meeting', 'other', at(5_001));
    await putTask(db, 'stand_by', 'other', at(5_001));
    await take('stand_by', standsBy, 5_001);
    expect(await take('attend_meeting', standsBy, 5_001, true)).toEqual(['other']);
  });
});
