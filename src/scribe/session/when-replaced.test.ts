import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { until } from '../../../dev/world/until.ts';
import { ProcessStopping } from '../../core/task/task.ts';
import { whenReplaced } from './when-replaced.ts';

const { db } = await testDatabase();
// Its wait for another one lasts as long as the test wants.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const scribe = { kind: 'machine' as const, since: null, current: null, receives: true };

/** A meeting that a scribe attends, and its room. */
async function attended() {
  const scene = coreScene(db);
  const { meetingRef } = await scene.newMeeting();
  const room = [{ ...scribe, identity: 'scr_1' }];
  let looks = 0;
  const listParticipants = vi.fn(async () => {
    looks += 1;
    return room;
  });
  const media = { ...scene.ctx.media, listParticipants };
  const stopping = new AbortController();
  const identities = new Set(['scr_1']);
  const attendance = {
    isInSpeech: false,
    get isMidUtterance() {
      looks += 1;
      return this.isInSpeech;
    },
  };
  const replaced = whenReplaced(
    { ...scene.ctx, media },
    { meetingRef, identities, attendance, stopping: stopping.signal },
  );
  const asked = async () => (await scene.taskKinds(meetingRef)).includes('stand_by');
  /** Resolves when it has looked at things as they are now, and waits to look again. */
  const looked = async () => {
    const before = looks;
    await until('it has looked again', 10_000, () => looks > before + 1);
  };
  const leaving = replaced.signal;
  const inputs = { room, identities, listParticipants, attendance, stopping };
  return { ...inputs, replaced, leaving, asked, looked };
}

test('a scribe that stops requests another one, and leaves once that one receives everyone', async () => {
  const { room, stopping, replaced, leaving, asked, looked } = await attended();
  stopping.abort(new ProcessStopping('The process stops'));
  await until('another one is asked for', 10_000, asked);
  room.push({ ...scribe, identity: 'scr_2', receives: false });
  await looked();
  expect([leaving.aborted, replaced.receivedSinceMs]).toEqual([false, Infinity]);
  room[1] = { ...scribe, identity: 'scr_2' };
  await until('it leaves', 10_000, () => leaving.aborted);
  expect(replaced.receivedSinceMs).toBeLessThan(Infinity);
  expect(await asked()).toBe(true);
});

test('a connection of its own that broke a moment ago does not count as another scribe', async () => {
  const { room, identities, stopping, leaving, looked } = await attended();
  room.push({ ...scribe, identity: 'scr_0' });
  identities.add('scr_0');
  stopping.abort(new ProcessStopping('The process stops'));
  await looked();
  expect(leaving.aborted).toBe(false);
  room.push({ ...scribe, identity: 'scr_2' });
  await until('it leaves', 10_000, () => leaving.aborted);
});

test('a scribe that stops goes on waiting when the media server fails once, but not when it hangs', async () => {
  const [one, other] = [await attended(), await attended()];
  one.listParticipants.mockRejectedValueOnce(new Error('away'));
  other.listParticipants.mockReturnValue(new Promise(() => {}));
  for (const { room, stopping } of [one, other]) {
    room.push({ ...scribe, identity: 'scr_2' });
    stopping.abort(new ProcessStopping('The process stops'));
  }
  await until('they leave', 10_000, () => one.leaving.aborted && other.leaving.aborted);
  expect(one.replaced.receivedSinceMs).toBeLessThan(Infinity);
  expect(other.replaced.receivedSinceMs).toBe(Infinity);
});

test('a scribe that stops also leaves when no other one comes, and withdraws its request', async () => {
  const { stopping, leaving, asked } = await attended();
  stopping.abort(new ProcessStopping('The process stops'));
  await until('it leaves', 10_000, () => {
    vi.advanceTimersByTime(500);
    return leaving.aborted;
  });
  expect(await asked()).toBe(false);
});

test('a scribe that stops leaves between two utterances, but does not wait long for that', async () => {
  const [one, other] = [await attended(), await attended()];
  for (const { room, attendance, stopping, asked } of [one, other]) {
    room.push({ ...scribe, identity: 'scr_2' });
    attendance.isInSpeech = true;
    stopping.abort(new ProcessStopping('The process stops'));
    await until('another one is asked for', 10_000, asked);
  }
  await one.looked();
  expect(one.leaving.aborted).toBe(false);
  one.attendance.isInSpeech = false;
  await until('it leaves', 10_000, () => one.leaving.aborted);
  expect(other.leaving.aborted).toBe(false);
  await until('it leaves', 10_000, () => {
    vi.advanceTimersByTime(500);
    return other.leaving.aborted;
  });
});

test('a scribe that lost its lease leaves at once and requests no other', async () => {
  const { stopping, leaving, asked } = await attended();
  stopping.abort(new Error('The lease is lost'));
  expect(leaving.aborted).toBe(true);
  expect(await asked()).toBe(false);
});
