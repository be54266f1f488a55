import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { killableDb, Killed, testDatabase } from '../../../dev/world/service/test-database.ts';
import { noteMediaSeen } from '../../store/media-event.ts';
import { listRunningMeetings, lockMeeting } from '../../store/meeting.ts';
import { expireMeetings } from '../../store/retention.ts';
import { listParticipants } from '../../store/participant/participant.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { startConnectionCheck } from '../connection-check/start-connection-check.ts';
import { type MediaPort, MediaUnavailable } from '../ports.ts';
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

test('a sign of life from the media server waits for no meeting, so that none has to wait for another', async () => {
  const { ctx, media, clock, newMeeting, meeting } = coreScene(db);
  const begun = async (): Promise<string> => {
    const link = await newMeeting();
    const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
    media.connect(link.meetingRef, ana.participantRef);
    await noteConnected(ctx, ana);
    return link.meetingRef;
  };
  const [busy, other] = [await begun(), await begun()];
  clock.advance(30);
  const ended = await db.transaction().execute(async (tx) => {
    await lockMeeting(tx, busy);
    const noted = noteMediaSeen(db, clock.now()).then(() => 'noted');
    return Promise.race([noted, delay(10_000, 'waiting')]);
  });
  expect(ended).toBe('noted');
  expect((await meeting(other)).media_seen_at).toEqual(clock.now());
});

test('a media server that does not answer is logged with the reason, and one that does is not', async () => {
  const warn = vi.fn();
  const ctx = { ...scene.ctx, log: { ...scene.ctx.log, warn } };
  await reconcileMeetings(ctx, newMediaWatch());
  expect(warn).not.toHaveBeenCalled();
  const error = new MediaUnavailable('no', { cause: new Error('ECONNREFUSED') });
  const media = { ...scene.media, listRooms: () => Promise.reject(error) };
  await reconcileMeetings({ ...ctx, media }, newMediaWatch());
  expect(warn.mock.calls).toEqual([
    ['the media server does not answer', { component: 'media', durationMs: 0, error }],
  ]);
});

test('the room of a meeting that was deleted while the media server did not answer is closed', async () => {
  const { ctx, media, newMeeting, clock, work } = coreScene(db);
  const link = await newMeeting();
  const { meetingRef } = link;
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
  media.connect(meetingRef, ana.participantRef);
  await db.transaction().execute((tx) => expireMeetings(tx, [meetingRef], clock.now()));
  await reconcileMeetings(ctx, newMediaWatch());
  await work();
  expect((await media.listRooms()).map((room) => room.meetingRef)).not.toContain(meetingRef);
});

test('the room of a connection check is closed after two minutes, even if in use; other rooms stay open', async () => {
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

test('a person who came after the rooms were listed is not taken to have left', async () => {
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

test('a person who never connected has left after a minute, also before the meeting begins', async () => {
  const { ctx, clock, media, newMeeting } = coreScene(db);
  const link = await newMeeting();
  const state = async () => {
    const [ana] = await listParticipants(db, link.meetingRef);
    return `${ana?.state}: ${ana?.state_reason}`;
  };
  const ana = await comeIn(ctx, { ...link, displayName: 'Ana' });
  clock.advance(59);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await state()).toBe('admitted: null');
  clock.advance(1);
  await reconcileMeetings(ctx, newMediaWatch());
  expect(await state()).toBe('left: never_connected');
  // The page connects after all.
  media.connect(link.meetingRef, ana.participantRef);
  await noteConnected(ctx, ana);
  expect(await state()).toBe('present: null');
});

describe('many rooms', () => {
  const ROOMS = 40;
  const AT_ONCE = 16;

  /** A media server with somebody in each room. */
  async function manyRooms() {
    const { ctx, media, newMeeting, meeting } = coreScene(db);
    const refs: string[] = [];
    for (let n = 0; n < ROOMS; n += 1) {
      const link = await newMeeting();
      const { participantRef } = await comeIn(ctx, { ...link, displayName: 'Ana' });
      media.connect(link.meetingRef, participantRef);
      refs.push(link.meetingRef);
    }
    const begun = async () => {
      const states = await Promise.all(refs.map(async (ref) => (await meeting(ref)).state));
      return refs.filter((_, n) => states[n] === 'in_progress');
    };
    const reconcile = (listParticipants: MediaPort['listParticipants']) =>
      reconcileMeetings({ ...ctx, media: { ...media, listParticipants } }, newMediaWatch());
    return { media, refs, begun, reconcile };
  }

  test('are queried 16 at a time while the media server is slow', async () => {
    const { media, refs, begun, reconcile } = await manyRooms();
    let [asked, inFlight, mostInFlight] = [0, 0, 0];
    const held: (() => void)[] = [];
    await reconcile(async (meetingRef) => {
      asked += 1;
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      const { promise, resolve } = Promise.withResolvers<void>();
      held.push(resolve);
      if (held.length === AT_ONCE || asked === ROOMS) for (const answer of held.splice(0)) answer();
      await promise;
      inFlight -= 1;
      return media.listParticipants(meetingRef);
    });
    expect(mostInFlight).toBe(AT_ONCE);
    expect(await begun()).toEqual(refs);
  });

  test.each([
    ['the media server does not tell of', new MediaUnavailable('lost'), null],
    ['cannot be compared', new Error('odd'), 'odd'],
  ])('are settled although one of them %s', async (_, fault, told) => {
    const { media, refs, begun, reconcile } = await manyRooms();
    const reconciled = reconcile((meetingRef) =>
      meetingRef === refs[0] ? Promise.reject(fault) : media.listParticipants(meetingRef),
    );
    if (told === null) await reconciled;
    else await expect(reconciled).rejects.toThrow(told);
    expect(await begun()).toEqual(refs.slice(1));
  });

  test('are left for the next time when the media server stops answering', async () => {
    const { reconcile } = await manyRooms();
    let asked = 0;
    await reconcile(async () => {
      asked += 1;
      throw new MediaUnavailable('silent');
    });
    expect(asked).toBeLessThan(ROOMS);
  });

  test('are given up when the media server is silent for long, although one of them cannot be', async () => {
    await db.deleteFrom('meeting').execute();
    const { ctx, clock, media, newMeeting } = coreScene(db);
    for (let n = 0; n < 3; n += 1)
      await noteConnected(ctx, await comeIn(ctx, { ...(await newMeeting()), displayName: 'Ana' }));
    const running = () => listRunningMeetings(db);
    const [stuck] = (await running()).map((row) => row.meeting_ref);
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = 'XX001'; end $$`.execute(db);
    await sql`create trigger refuses before update of state on meeting for each row
      when (old.meeting_ref = ${sql.lit(stuck)}) execute function refuse()`.execute(db);
    media.up = false;
    const watch = newMediaWatch();
    for (let passed = 0; passed <= ctx.settings.mediaLostSeconds; passed += 60) {
      await reconcileMeetings(ctx, watch).catch(() => {});
      clock.advance(60);
    }
    await expect(reconcileMeetings(ctx, watch)).rejects.toThrow('refused');
    expect((await running()).map((row) => row.meeting_ref)).toEqual([stuck]);
    await sql`drop trigger refuses on meeting`.execute(db);
  });
});
