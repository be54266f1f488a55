import { expect, it } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { findTask, putTask } from '../../store/task.ts';
import { readWaitingState } from '../waiting/note-waiting.ts';
import { forgiveDowntime } from './forgive-downtime.ts';

const { db } = await testDatabase();

// Promise: recovery
it('gives ten more minutes to artifacts whose deadline passed while no worker ran, and only to them', async () => {
  const { ctx, clock } = coreScene(db);
  const overdue = clock.now();
  await putTask(db, 'summary_deadline', 'overdue', overdue);
  await putTask(db, 'max_run', 'overdue', overdue);
  clock.advance(3_600);
  const due = clock.now();
  await putTask(db, 'transcript_deadline', 'due', due);
  await forgiveDowntime(ctx);
  expect((await findTask(db, 'summary_deadline', 'overdue'))?.due_at).toEqual(
    new Date(due.getTime() + 600_000),
  );
  expect((await findTask(db, 'max_run', 'overdue'))?.due_at).toEqual(overdue);
  expect((await findTask(db, 'transcript_deadline', 'due'))?.due_at).toEqual(due);
});

// Promise: recovery
it.each([50, 90])(
  'keeps people waiting whose pages could not call for %i seconds, for one more minute',
  async (downtime) => {
    const { ctx, world, knock, stateOf } = await hostedMeeting(db, { admission: 'ask' });
    const [open, closed] = [await knock('Ana'), await knock('Ben')];
    world.clock.advance(downtime);
    await forgiveDowntime(ctx);
    world.clock.advance(30);
    await world.work();
    expect(await readWaitingState(ctx, open, 'shown')).toMatchObject({ state: 'waiting' });
    world.clock.advance(30);
    await world.work();
    expect(await stateOf(open.participantRef)).toBe('waiting');
    expect(await stateOf(closed.participantRef)).toBe('left: connection_lost');
  },
);
