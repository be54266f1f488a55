import { expect, test } from 'vitest';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { Killed, killableDb } from '../../../dev/world/service/killable-db.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { comeIn } from '../../../dev/world/service/come-in.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { startConnectionCheck } from '../connection-check/start-connection-check.ts';
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

test('a room of a connection check ends after two minutes, whoever stays in it; other rooms stay', async () => {
  const { ctx, media, clock } = coreScene(db);
  await startConnectionCheck(ctx);
  await media.openRoom('theirs', 60);
  const rooms = async () => (await media.listRooms()).map(({ meetingRef }) => meetingRef);
  const [check = ''] = await rooms();
  media.connect(check, check);
  clock.advance(120);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await rooms()).toEqual([check, 'theirs']);
  clock.advance(1);
  await startConnectionCheck(ctx);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await rooms()).toEqual(['theirs', expect.stringMatching(/^chk_/)]);
  expect(await rooms()).not.toContain(check);
});

test('who came after the rooms were listed is not taken for somebody who left', async () => {
  const { ctx, clock, media, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const listRooms = async () => {
    const rooms = await media.listRooms();
    clock.advance(1);
    const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
    media.connect(link.meetingRef, ana.participantRef);
    await noteConnected(ctx, ana);
    clock.advance(1);
    return rooms;
  };
  await reconcileMeetings({ ...ctx, media: { ...media, listRooms } }, newMediaWatch());
  const [ana] = await listParticipants(db, link.meetingRef);
  expect(ana).toMatchObject({ state: 'present', left_at: null });
});
