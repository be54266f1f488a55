import { describe, expect, it } from 'vitest';
import { comeIn, coreScene, type Settings } from '../../../dev/world/service/core-scene.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listEventsAfter } from '../../store/event.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { noteConnected } from '../participant/note-connected.ts';
import type { TaskHandlers } from '../task/task.ts';
import { emptySummary } from './empty-content.ts';
import { finishArtifact } from './finish-artifact.ts';

const { db } = await testDatabase();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };

/** A meeting that was held for a minute and ended by its client. */
async function held(settings: Settings = {}) {
  await db.deleteFrom('task').execute();
  await db.deleteFrom('meeting').execute();
  const scene = coreScene(db, settings);
  const link = await scene.newMeeting();
  await noteConnected(scene.ctx, await comeIn(scene.ctx, { ...link, displayName: 'Ana' }));
  scene.clock.advance(60);
  await endMeeting(scene.ctx, { actor: scene.actor, meetingRef: link.meetingRef, call: null });
  const goOn = async (seconds: number, what: TaskHandlers = handlers) => {
    for (let passed = 0; passed < seconds; passed += 2) {
      await scene.work(what);
      scene.clock.advance(2);
    }
    await scene.work(what);
  };
  const both = async () => [
    await scene.artifact(link.meetingRef, 'transcript'),
    await scene.artifact(link.meetingRef, 'summary'),
  ];
  return { scene, meetingRef: link.meetingRef, goOn, both };
}

describe('the artifacts of a held meeting', () => {
  // Promise: 27, A2
  it('are complete after transcription, and never change again', async () => {
    const { scene, meetingRef, goOn, both } = await held();
    await goOn(4);
    const before = await both();
    expect(before).toMatchObject([
      { status: 'available', result: 'complete', reason: null },
      { status: 'available', result: 'complete', reason: null },
    ]);
    expect(
      await finishArtifact(scene.ctx, {
        meetingRef,
        kind: 'summary',
        result: 'failed',
        reason: 'deadline_exceeded',
        content: emptySummary(),
      }),
    ).toBe(false);
    scene.clock.advance(86_400);
    await scene.work(handlers);
    expect(await both()).toEqual(before);
  });

  // Promise: 22, A6
  it('say so when speech is off', async () => {
    const { goOn, both } = await held({ speech: 'off' });
    await goOn(2);
    expect(await both()).toMatchObject([
      {
        status: 'available',
        result: 'empty',
        reason: 'transcription_disabled',
        content: { durationMs: 60_000, segments: [] },
      },
      { status: 'available', result: 'empty', reason: 'transcript_unavailable' },
    ]);
  });

  // Promise: 22, A6
  it('say so when the summary is off', async () => {
    const { goOn, both } = await held({ summary: 'off' });
    await goOn(4);
    expect(await both()).toMatchObject([
      { result: 'complete' },
      { status: 'available', result: 'empty', reason: 'summary_disabled' },
    ]);
  });

  // Promise: A6
  it('become available one after the other, the transcript first, whatever is off', async () => {
    for (const off of [{}, { summary: 'off' }, { speech: 'off' }] as const) {
      const { scene, meetingRef, goOn } = await held(off);
      await goOn(4);
      const events = await listEventsAfter(scene.ctx.db, 'acme', 0, 1_000);
      const types = events.filter((event) => event.meeting_ref === meetingRef);
      expect(types.map(({ type }) => type).filter((type) => type.endsWith('.available'))).toEqual([
        'transcript.available',
        'summary.available',
      ]);
    }
  });

  // Promise: 28
  it('wait for the transcript while the meeting is ending', async () => {
    const { scene, meetingRef, both } = await held();
    scene.media.up = false;
    await scene.work(handlers);
    expect((await scene.meeting(meetingRef)).state).toBe('ending');
    expect(await both()).toMatchObject([{ status: 'processing' }, { status: 'pending' }]);
  });

  // Promise: 22, M10, A4
  it('fail by the deadline when the scribe is dead', async () => {
    const { scene, goOn, both } = await held();
    await goOn(122, taskHandlers);
    scene.clock.advance(1_800);
    await scene.work(taskHandlers);
    expect(await both()).toMatchObject([
      { status: 'available', result: 'failed', reason: 'deadline_exceeded' },
      { status: 'available', result: 'empty', reason: 'transcript_unavailable' },
    ]);
  });

  // Promise: 22, A4
  it('fail after five attempts when the writer always fails', async () => {
    const { scene, goOn, both } = await held();
    let calls = 0;
    scene.ctx.writer.write = async () => {
      calls += 1;
      throw new Error('no words');
    };
    await goOn(4);
    for (const seconds of [10, 30, 90, 270]) {
      expect((await both())[1]).toMatchObject({ status: 'processing' });
      await goOn(seconds);
    }
    expect(calls).toBe(5);
    expect((await both())[1]).toMatchObject({
      status: 'available',
      result: 'failed',
      reason: 'processing_failed',
    });
  });

  describe('whose text can never be assembled', () => {
    const { finish_transcript: _, ...others } = handlers;

    /** Has a language tag that was never valid, as a faulty release could have stored it. */
    async function unassemblable() {
      const meeting = await held();
      await meeting.goOn(4, others);
      const row = db.updateTable('meeting').where('meeting_ref', '=', meeting.meetingRef);
      await row.set({ language_code: 'not a tag' }).execute();
      return meeting;
    }
    const failed = { status: 'available', result: 'failed' };
    const withoutText = { durationMs: 60_000, segments: [] };

    // Promise: 22, A4
    it('fail after five attempts, and their task is not repeated', async () => {
      const { scene, meetingRef, goOn, both } = await unassemblable();
      await goOn(4);
      for (const seconds of [10, 30, 90, 270]) {
        expect((await both())[0]).toMatchObject({ status: 'processing' });
        await goOn(seconds);
      }
      expect(await both()).toMatchObject([
        { ...failed, reason: 'processing_failed', content: withoutText },
        { status: 'available', result: 'empty', reason: 'transcript_unavailable' },
      ]);
      expect(await scene.taskKinds(meetingRef)).toEqual([]);
    });

    // Promise: 22, A4
    it('fail by the deadline', async () => {
      const { scene, both } = await unassemblable();
      scene.clock.advance(1_800);
      await scene.work(others);
      expect((await both())[0]).toMatchObject({ ...failed, reason: 'deadline_exceeded' });
    });
  });

  describe('that are given up while the database cannot read utterances', () => {
    /** Gives up from the first run on. */
    const whileAway = (isAway: (run: number) => boolean): TaskHandlers => ({
      finish_transcript: (ctx, task, signal) => {
        const late = { ...task, attempt: task.attempt + 5 };
        const db = isAway(task.attempt) ? withoutWords : ctx.db;
        return taskHandlers.finish_transcript({ ...ctx, db }, late, signal);
      },
    });
    const withoutWords = new Proxy(db, {
      get: (target, name) => {
        if (name === 'selectFrom') return selectFrom;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const selectFrom = (table: 'meeting' | 'utterance') => {
      if (table === 'meeting') return db.selectFrom(table);
      throw Object.assign(new Error('read'), { syscall: 'read', code: 'ECONNRESET' });
    };
    const recorded = { close_room: taskHandlers.close_room, attend_meeting: scriptedScribe };

    it('contain the words if it can read them soon', async () => {
      const { goOn, both } = await held();
      await goOn(0, recorded);
      await goOn(
        4,
        whileAway((run) => run === 1),
      );
      expect((await both())[0]).toMatchObject({ status: 'pending' });
      await goOn(
        10,
        whileAway(() => false),
      );
      expect((await both())[0]).toMatchObject({ status: 'available', result: 'partial' });
    });

    it('fail if it never can', async () => {
      const { goOn, both } = await held();
      await goOn(0, recorded);
      await goOn(
        402,
        whileAway(() => true),
      );
      expect((await both())[0]).toMatchObject({ status: 'available', result: 'failed' });
    });
  });
});
