import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../dev/world/clock-and-log.ts';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { keptObjects } from '../../../dev/world/service/object-store.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { eraseArtifact } from '../../core/artifact/erase-artifact.ts';
import { newRef } from '../../core/ids.ts';
import type { LogFields } from '../../core/ports.ts';
import { expireMeetings } from '../../store/retention.ts';
import { spoolFolder } from './spool-path.ts';
import { deleteDoneSpools, deleteSpoolIfDone, keepSweeping } from './sweep-spools.ts';

const { db } = await testDatabase();
const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
afterAll(() => rm(root, { recursive: true, force: true }));
afterEach(() => void vi.useRealTimers());

/** A meeting with audio in the spool, over, its transcript in this state. */
async function spooled(status: 'processing' | 'available', audioDays = 0) {
  const scene = coreScene(db, {
    keep: { audioDays, transcriptDays: 0, meetingDays: 0, eventDays: 0, auditDays: 0 },
  });
  const { meetingRef } = await scene.newMeeting();
  const now = scene.clock.now();
  await db
    .updateTable('meeting')
    .set({ state: 'ended', started_at: now, ended_at: now })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  const done = {
    status,
    result: 'failed' as const,
    available_at: now,
    content: JSON.stringify({ segments: [] }),
  };
  await db
    .updateTable('artifact')
    .set(status === 'available' ? done : { status })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  await mkdir(spoolFolder(root, meetingRef), { recursive: true });
  await writeFile(join(spoolFolder(root, meetingRef), 'trk.pcm'), 'audio');
  return { scene, meetingRef, isThere: async () => (await readdir(root)).includes(meetingRef) };
}

// Promise: E10
test('the audio of an erased transcript is deleted, finished or not, however long audio is kept', async () => {
  for (const { scene, meetingRef, isThere } of [
    await spooled('processing'),
    await spooled('available', 30),
  ]) {
    await deleteSpoolIfDone(scene.ctx, { root, store: null }, meetingRef);
    expect(await isThere()).toBe(true);
    await eraseArtifact(scene.ctx, { actor: scene.actor, meetingRef, kind: 'transcript' });
    await deleteSpoolIfDone(scene.ctx, { root, store: null }, meetingRef);
    expect(await isThere()).toBe(false);
  }
});

test('the audio of a deleted meeting is deleted, even without a notification', async () => {
  const { scene, meetingRef, isThere } = await spooled('available', 30);
  await db.transaction().execute((tx) => expireMeetings(tx, [meetingRef], scene.clock.now()));
  await deleteDoneSpools(scene.ctx, { root, store: null });
  expect(await isThere()).toBe(false);
});

test('audio of meetings that the database never had is kept, as with a wrong database', async () => {
  const { scene, isThere } = await spooled('available');
  const { store, objects } = keptObjects();
  const strange = newRef('mtg');
  await mkdir(spoolFolder(root, strange), { recursive: true });
  await store.put(`${strange}/silence.json`, Buffer.from('[]'));
  await store.put(`${newRef('mtg')}/silence.json`, Buffer.from('[]'));
  await deleteSpoolIfDone(scene.ctx, { root, store }, strange);
  const unknown = await deleteDoneSpools(scene.ctx, { root, store });
  expect(await readdir(root)).toContain(strange);
  expect(objects.size).toBe(2);
  expect(unknown).toBe(2);
  expect(await isThere()).toBe(false);
  await rm(spoolFolder(root, strange), { recursive: true });
});

test('other files in the folder are not deleted', async () => {
  const { scene } = await spooled('processing');
  await mkdir(join(root, 'notes'), { recursive: true });
  await deleteDoneSpools(scene.ctx, { root, store: null });
  expect(await readdir(root)).toContain('notes');
});

test('copies are deleted with the audio, including those of a machine that is gone', async () => {
  const { scene, meetingRef } = await spooled('available');
  const { scene: other, meetingRef: unfinished } = await spooled('processing');
  const { store, objects } = keptObjects();
  await store.put(`${meetingRef}/silence.json`, Buffer.from('[]'));
  await store.put(`${unfinished}/silence.json`, Buffer.from('[]'));
  await rm(spoolFolder(root, meetingRef), { recursive: true });
  await deleteDoneSpools(scene.ctx, { root, store });
  expect([...objects.keys()]).toEqual([`${unfinished}/silence.json`]);
  await eraseArtifact(other.ctx, {
    actor: other.actor,
    meetingRef: unfinished,
    kind: 'transcript',
  });
  await deleteSpoolIfDone(other.ctx, { root, store }, unfinished);
  expect(objects.size).toBe(0);
});

test('audio that cannot be deleted keeps nothing else from being deleted', async () => {
  const { scene, meetingRef } = await spooled('available');
  const { meetingRef: other } = await spooled('available');
  const { store, objects } = keptObjects();
  for (const ref of [meetingRef, other]) {
    await rm(spoolFolder(root, ref), { recursive: true });
    await store.put(`${ref}/silence.json`, Buffer.from('[]'));
  }
  const refused = new Error('refused');
  const deleteAll = (prefix: string): Promise<void> =>
    prefix === `${meetingRef}/` ? Promise.reject(refused) : store.deleteAll(prefix);
  const place = { root, store: { ...store, deleteAll } };
  await expect(deleteDoneSpools(scene.ctx, place)).rejects.toBe(refused);
  expect([...objects.keys()]).toEqual([`${meetingRef}/silence.json`]);
});

test('a folder that cannot be read is reported, unlike one that does not exist yet', async () => {
  const { scene, meetingRef } = await spooled('available');
  const sweepOf = (folder: string) => deleteDoneSpools(scene.ctx, { root: folder, store: null });
  await expect(sweepOf(join(spoolFolder(root, meetingRef), 'trk.pcm'))).rejects.toThrow('ENOTDIR');
  expect(await sweepOf(join(root, 'absent'))).toBe(0);
});

test('audio on the disk is deleted while the object storage does not answer', async () => {
  const { scene, isThere } = await spooled('available');
  const { store, state } = keptObjects();
  state.isAway = true;
  await expect(deleteDoneSpools(scene.ctx, { root, store })).rejects.toThrow('away');
  expect(await isThere()).toBe(false);
});

test('audio of unknown meetings is reported once, as a number, and kept', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const ownRoot = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  const unknown = [newRef('mtg'), newRef('mtg')].toSorted();
  for (const ref of unknown) await mkdir(spoolFolder(ownRoot, ref));
  const warnings: LogFields[] = [];
  const log = { ...silentLog, warn: (_: string, fields = {}) => void warnings.push(fields) };
  const sweeper = keepSweeping({ ...coreScene(db).ctx, log }, { root: ownRoot, store: null });
  await expect.poll(() => warnings).toEqual([{ component: 'scribe', count: 2 }]);
  vi.advanceTimersByTime(300_000);
  await sweeper.stop();
  expect(warnings).toHaveLength(1);
  expect((await readdir(ownRoot)).toSorted()).toEqual(unknown);
  await rm(ownRoot, { recursive: true });
});
