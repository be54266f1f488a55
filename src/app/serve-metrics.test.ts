import { expect, test } from 'vitest';
import { coreScene } from '../../dev/world/core-scene.ts';
import { testDatabase } from '../../dev/world/test-database.ts';
import { cancelMeeting } from '../core/meeting/cancel-meeting.ts';
import { metricsOf } from './serve-metrics.ts';

const { db } = await testDatabase();
const scene = coreScene(db);

test('every state of a meeting has its number at each scrape, also when that is none again', async () => {
  const metrics = metricsOf(scene.ctx);
  const { meetingRef } = await scene.newMeeting();
  const first = await metrics.metrics();
  expect(first).toContain('parley_meetings{state="created"} 1\n');
  expect(first).toContain('parley_meetings{state="failed"} 0\n');
  await cancelMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
  const second = await metrics.metrics();
  expect(second).toContain('parley_meetings{state="created"} 0\n');
  expect(second).toContain('parley_meetings{state="cancelled"} 1\n');
});

test('tasks that are due are counted by kind, and no longer when they are done', async () => {
  const metrics = metricsOf(scene.ctx);
  await scene.newMeeting();
  scene.clock.advance(31 * 86_400);
  expect(await metrics.metrics()).toContain('parley_tasks_due{kind="no_show"} 1\n');
  await scene.work();
  expect(await metrics.metrics()).not.toContain('kind="no_show"');
});
