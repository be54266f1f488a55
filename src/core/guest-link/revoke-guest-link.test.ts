import { describe, expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { inTime } from '../../../dev/world/until.ts';
import { ping } from '../../store/open-store.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { newMediaWatch } from '../presence/media-watch.ts';
import { reconcileMeetings } from '../presence/reconcile-meetings.ts';
import { runTasks } from '../task/run-tasks.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { createGuestLink } from './create-guest-link.ts';
import { newRef } from '../ids.ts';
import { revokeGuestLink } from './revoke-guest-link.ts';

const { db } = await testDatabase();

/** A running meeting with Ana by one link and Ben by another. */
async function running() {
  const scene = coreScene(db);
  const { ctx, media, actor } = scene;
  const ana = await scene.newMeeting();
  const { meetingRef } = ana;
  const call = { tenant: actor.tenant, method: 'POST', path: '/x', key: newRef('k') };
  const { guestLink } = await createGuestLink(ctx, { actor, meetingRef, call });
  const ben = secretOf(guestLink);
  const enter = async (link: { guestLinkRef: string; secret: string }, displayName: string) => {
    const { participantRef } = await comeIn(ctx, { ...link, displayName });
    media.connect(meetingRef, participantRef);
    return participantRef;
  };
  const tellAll = async () => {
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  };
  const people = { ana: await enter(ana, 'Ana'), ben: await enter(ben, 'Ben') };
  await tellAll();
  const inRoom = async () => (await media.listParticipants(meetingRef)).map((one) => one.identity);
  const revokeAnas = () =>
    revokeGuestLink(ctx, { actor, meetingRef, guestLinkRef: ana.guestLinkRef });
  return { scene, ctx, media, meetingRef, people, tellAll, inRoom, revokeAnas };
}

describe('revoking a link', () => {
  // Promise: E4
  test('removes within two seconds those who joined through it, and nobody else', async () => {
    const { ctx, inRoom, people, revokeAnas } = await running();
    const runner = runTasks(ctx, { holder: 'w', handlers: taskHandlers });
    try {
      await revokeAnas();
      // As the notice of a task does.
      runner.wake();
      await inTime('Ana is out', 2_000, async () => {
        await ping(db);
        return !(await inRoom()).includes(people.ana);
      });
      expect(await inRoom()).toEqual([people.ben]);
    } finally {
      await runner.stop();
    }
  });

  // Promise: E4
  test('keeps them out even with a valid token, when the media server reports them', async () => {
    const { scene, media, meetingRef, inRoom, people, revokeAnas, tellAll } = await running();
    await revokeAnas();
    await scene.work();
    media.connect(meetingRef, people.ana);
    expect(await inRoom()).toContain(people.ana);
    await tellAll();
    await scene.work();
    expect(await inRoom()).toEqual([people.ben]);
  });

  test.each([0, 30])(
    'keeps them out even without media server events: reconciling sees them %i s later',
    async (seconds) => {
      const { scene, ctx, media, meetingRef, inRoom, people, revokeAnas } = await running();
      await revokeAnas();
      await scene.work();
      media.connect(meetingRef, people.ana);
      media.undelivered.splice(0);
      scene.clock.advance(seconds);
      await reconcileMeetings(ctx, newMediaWatch());
      await scene.work();
      expect(await inRoom()).toEqual([people.ben]);
    },
  );

  test('tries again until the media server answers', async () => {
    const { scene, media, inRoom, people, revokeAnas } = await running();
    await revokeAnas();
    media.up = false;
    await scene.work();
    media.up = true;
    scene.clock.advance(2);
    await scene.work();
    expect(await inRoom()).toEqual([people.ben]);
  });

  test('a meeting with nobody left but them ends as an empty one', async () => {
    const { scene, media, meetingRef, people, revokeAnas, tellAll } = await running();
    media.disconnect(meetingRef, people.ben);
    await tellAll();
    await revokeAnas();
    media.connect(meetingRef, people.ana);
    await tellAll();
    scene.clock.advance(61);
    await scene.work();
    expect((await scene.meeting(meetingRef)).state).not.toBe('in_progress');
  });

  test('they do not start a meeting that has not started', async () => {
    const scene = coreScene(db);
    const link = await scene.newMeeting();
    const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    await revokeGuestLink(scene.ctx, { actor: scene.actor, ...link });
    scene.media.connect(link.meetingRef, participantRef);
    for (const event of scene.media.undelivered.splice(0)) await noteMediaEvent(scene.ctx, event);
    await scene.work();
    expect((await scene.meeting(link.meetingRef)).state).toBe('created');
    expect(await scene.media.listParticipants(link.meetingRef)).toEqual([]);
  });
});
