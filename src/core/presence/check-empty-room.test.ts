import { describe, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import { putTask } from '../../store/task.ts';
import type { Task } from '../task/task.ts';
import { newMediaWatch } from './media-watch.ts';
import { noteMediaEvent } from './note-media-event.ts';
import { reconcileMeetings } from './reconcile-meetings.ts';

const { db } = await testDatabase();

/** Ana is alone in the room, and the room is about to be checked. */
async function alone() {
  const scene = coreScene(db);
  const { ctx, media, clock } = scene;
  const link = await scene.newMeeting();
  const { meetingRef } = link;
  const { participantRef } = await comeIn(ctx, { ...link, displayName: 'Ana' });
  const tellAll = async () => {
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
  };
  media.connect(meetingRef, participantRef);
  await tellAll();
  clock.advance(30.2);
  await putTask(db, 'empty_room', meetingRef, clock.now());
  const leave = async () => {
    media.disconnect(meetingRef, participantRef);
    await tellAll();
  };
  /** Once the media server has counted who is there, and before its answer is used. */
  const whileAsked = (happen: () => Promise<void>) => {
    const { listParticipants } = media;
    media.listParticipants = async () => {
      media.listParticipants = listParticipants;
      const people = await listParticipants(meetingRef);
      clock.advance(0.5);
      await happen();
      return people;
    };
  };
  const leaveWhileAsked = () => whileAsked(leave);
  /** With the token that she has. */
  const returnWhileAsked = () =>
    whileAsked(async () => {
      media.connect(meetingRef, participantRef);
      await tellAll();
    });
  const endsInTime = async () => {
    await scene.work();
    expect((await scene.meeting(meetingRef)).state).toBe('in_progress');
    clock.advance(ctx.settings.emptyRoomSeconds);
    await scene.work();
    expect(await scene.meeting(meetingRef)).toMatchObject({
      state: 'ending',
      state_reason: 'room_empty',
    });
  };
  return { scene, meetingRef, leave, leaveWhileAsked, returnWhileAsked, endsInTime };
}

describe('a room that the last person leaves', () => {
  it('is empty from then on, even when the media server was just asked who is there', async () => {
    const { leaveWhileAsked, endsInTime } = await alone();
    leaveWhileAsked();
    await endsInTime();
  });

  it('is empty from then on, even during a comparison with the media server', async () => {
    const { scene, leaveWhileAsked, endsInTime } = await alone();
    await db.deleteFrom('task').where('kind', '=', 'empty_room').execute();
    leaveWhileAsked();
    await reconcileMeetings(scene.ctx, newMediaWatch());
    await endsInTime();
  });

  it('is in use again when that person returns while the media server is asked', async () => {
    const { scene, meetingRef, leave, returnWhileAsked } = await alone();
    await leave();
    scene.clock.advance(scene.ctx.settings.emptyRoomSeconds);
    returnWhileAsked();
    await scene.work();
    expect((await scene.meeting(meetingRef)).state).toBe('in_progress');
    returnWhileAsked();
    await reconcileMeetings(scene.ctx, newMediaWatch());
    const { state } = (await listParticipants(db, meetingRef))[0] ?? {};
    expect(state).toBe('present');
  });

  it('is checked again, even when it was checked a moment before', async () => {
    const { scene, leave, endsInTime } = await alone();
    const looked = async (ctx: typeof scene.ctx, task: Task) => {
      const outcome = await taskHandlers.empty_room(ctx, task);
      await leave();
      return outcome;
    };
    await scene.work({ empty_room: looked });
    await endsInTime();
  });
});
