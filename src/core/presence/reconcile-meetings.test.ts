import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { Killed, killableDb } from '../../../dev/world/service/killable-db.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { newMediaWatch } from './media-watch.ts';
import { reconcileMeetings } from './reconcile-meetings.ts';

const { db } = await testDatabase();
const scene = coreScene(db);

test('meetings that nobody has come to yet cost no transaction, however many there are', async () => {
  const [first] = [await scene.newMeeting(), await scene.newMeeting()];
  const reconcile = () =>
    reconcileMeetings(
      { ...scene.ctx, db: killableDb(db, { afterTransactions: 1, committed: false }) },
      newMediaWatch(),
    );
  await expect(reconcile()).resolves.toBeUndefined();
  const { participantRef } = await comeIn(scene.ctx, { ...first, displayName: 'Ana' });
  scene.media.connect(first.meetingRef, participantRef);
  await expect(reconcile()).rejects.toThrow(Killed);
});
