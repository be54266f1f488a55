import { expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import type { Actor, Ctx } from '../context.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import type { WriterPort } from '../ports.ts';
import { readSummary } from './read-summary.ts';

const { db } = await testDatabase();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };
const KEY = 'a'.repeat(64);

/**
 * A meeting that was held for a minute; `writerFor`'s writer writes its summary, and twenty seconds
 * pass.
 */
async function held(
  writerFor: (probe: { ctx: Ctx; actor: Actor; meetingRef: string }) => WriterPort,
) {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  scene.ctx.writer = writerFor({ ctx: scene.ctx, actor: scene.actor, meetingRef: link.meetingRef });
  await noteConnected(scene.ctx, await comeIn(scene.ctx, { ...link, displayName: 'Ana' }));
  scene.clock.advance(60);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  for (let passed = 0; passed < 20; passed += 2) {
    await scene.work(handlers);
    scene.clock.advance(2);
  }
  return { scene, meetingRef: link.meetingRef };
}

it('notes of a dead writer serve its next attempt, are never shown, and are deleted with the summary', async () => {
  const seen: (string | null)[] = [];
  const shown: unknown[] = [];
  const { scene, meetingRef } = await held((probe) => ({
    write: async (input, _signal, notes) => {
      seen.push(await notes.read(KEY));
      if (seen.length === 1) {
        await notes.keep('b'.repeat(64), 'another');
        await notes.keep(KEY, 'a paid answer with \u0000 in it');
        shown.push(
          (await readSummary(probe.ctx, { actor: probe.actor, meetingRef: probe.meetingRef }))
            .summary,
        );
        throw new Error('killed');
      }
      return {
        languageCode: 'en',
        overview: input.title ?? '',
        keyPoints: [],
        decisions: [],
        actionItems: [],
        topics: [],
        generator: { name: 'scripted', version: '1' },
      };
    },
  }));
  expect(seen).toEqual([null, 'a paid answer with \u0000 in it']);
  expect(shown).toMatchObject([{ status: 'processing', overview: null, generator: null }]);
  const artifact = await scene.artifact(meetingRef, 'summary');
  expect(artifact).toMatchObject({ status: 'available', result: 'complete' });
  expect(JSON.stringify(artifact.content)).not.toContain('paid answer');
});
