import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { killableDb, Killed, testDatabase } from '../../../dev/world/service/test-database.ts';
import type { Ctx } from '../context.ts';
import { createMeeting } from './create-meeting.ts';

const { db } = await testDatabase();
const { ctx, actor } = coreScene(db);

function create(as: Ctx, title: string): ReturnType<typeof createMeeting> {
  const call = { tenant: actor.tenant, method: 'POST', path: '/v1/meetings', key: title };
  return createMeeting(as, { actor, body: { title }, call });
}

// Promise: I8
test('I8: an answered call is durable, and an interrupted one can be repeated safely', async () => {
  const kills = fc.record({ afterTransactions: fc.constantFrom(1, 2), committed: fc.boolean() });
  const run = fc.asyncProperty(kills, fc.uuid(), async (kill, title) => {
    const made = () =>
      db.selectFrom('meeting').select('meeting_ref').where('title', '=', title).execute();
    const answered = await create({ ...ctx, db: killableDb(db, kill) }, title).catch(
      (error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      },
    );
    const durable = await made();
    expect(durable.length).toBe(answered || kill.committed ? 1 : 0);
    const { meeting, replayed } = await create(ctx, title);
    expect(replayed).toBe(durable.length === 1);
    expect(await made()).toEqual([{ meeting_ref: meeting.meetingRef }]);
    if (answered) expect(meeting).toEqual(answered.meeting);
  });
  await fc.assert(run, { numRuns: 20, endOnFailure: true });
});
