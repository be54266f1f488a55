import { expect, it } from 'vitest';
import { comeIn, coreScene } from '../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../dev/world/service/test-database.ts';
import { scriptedScribe } from '../../dev/world/speech/scripted-scribe.ts';
import { endMeeting } from '../core/meeting/end-meeting.ts';
import { noteConnected } from '../core/participant/note-connected.ts';
import { runJobs, taskHandlers } from './task-handlers.ts';

const { db } = await testDatabase();
const scene = coreScene(db);
const MEETINGS = 10;

async function ended(): Promise<string> {
  const link = await scene.newMeeting();
  await noteConnected(scene.ctx, await comeIn(scene.ctx, { ...link, displayName: 'Ana' }));
  scene.clock.advance(60);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  return link.meetingRef;
}

it('closes rooms while a language model is silent about many meetings', async () => {
  let asked = 0;
  scene.ctx.writer = {
    write: (_input, signal) => {
      asked += 1;
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    },
  };
  const { write_summary: _late, ...others } = taskHandlers;
  const quick = { ...others, attend_meeting: scriptedScribe };
  for (let i = 0; i < MEETINGS; i += 1) await ended();
  for (let passed = 0; passed < 20; passed += 2) {
    await scene.work(quick);
    scene.clock.advance(2);
  }
  const jobs = runJobs(scene.ctx, 'worker');
  await expect.poll(() => asked).toBeGreaterThan(0);
  const meetingRef = await ended();
  await scene.work({ attend_meeting: scriptedScribe });
  jobs.wake();
  await expect.poll(() => scene.taskKinds(meetingRef)).not.toContain('close_room');
  await jobs.stop();
});
