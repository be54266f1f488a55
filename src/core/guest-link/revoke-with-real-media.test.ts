import { afterAll, expect, test, vi } from 'vitest';
import { mediaScene } from '../../../dev/world/media/media-scene.ts';
import { joinAsTalker } from '../../../dev/world/media/talker.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { inTime } from '../../../dev/world/until.ts';
import { ping } from '../../store/open-store.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { comeIn } from '../../../dev/world/service/core-scene.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { renewAdmission } from '../participant/renew-admission.ts';
import { runTasks } from '../task/run-tasks.ts';
import { revokeGuestLink } from './revoke-guest-link.ts';

const { db } = await testDatabase();
const scene = await mediaScene(db);
const runner = runTasks(scene.ctx, { holder: 'w', handlers: taskHandlers });
afterAll(async () => {
  await runner.stop();
  await scene.stop();
});

// Promise: E4
test('guests of a revoked link are out of the media server within 2 s, even when they rejoin', async () => {
  const { ctx, server, actor } = scene;
  const link = await scene.newMeeting();
  const { meetingRef, guestLinkRef } = link;
  const admission = await comeIn(ctx, { ...link, displayName: 'Ana' });
  await joinAsTalker(server.url, admission.mediaToken);
  await noteConnected(ctx, admission);
  const inRoom = async () =>
    (await ctx.media.listParticipants(meetingRef)).filter((one) => one.kind === 'person').length;
  await vi.waitFor(async () => expect(await inRoom()).toBe(1), 15_000);
  const isOut = async () => {
    await ping(db);
    return (await inRoom()) === 0;
  };

  await revokeGuestLink(ctx, { actor, meetingRef, guestLinkRef });
  // As the notice of a task does.
  runner.wake();
  await inTime('the guest is out', 2_000, isOut);

  await expect(renewAdmission(ctx, admission)).rejects.toMatchObject({
    code: 'guest_link_not_usable',
  });
  await joinAsTalker(server.url, admission.mediaToken);
  await vi.waitFor(async () => expect(await inRoom()).toBe(1), 15_000);
  await reconcileMeetings(ctx, newMediaWatch());
  runner.wake();
  await inTime('the guest is out again', 2_000, isOut);
});
