import type { Admission } from '../../../contract/generated/guest-api.ts';
import { describe, expect, it } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { listen, type Notice } from '../../store/notify.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { leaveMeeting } from './leave-meeting.ts';
import { openVisit } from '../../store/participant/visit.ts';
import { noteConnected } from './note-connected.ts';
import { openLobby } from './open-lobby.ts';
import { renewAdmission } from './renew-admission.ts';

const { db, url } = await testDatabase();

async function joined() {
  const scene = coreScene(db);
  const link = await scene.newMeeting();
  const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
  return { scene, link, admission };
}

describe('openLobby', () => {
  it.each([
    [null, true],
    ['en-GB', true],
    ['de', false],
  ])(
    'says of a meeting in %s to an engine that knows English alone whether it is transcribed, and so does joining',
    async (languageCode, transcribed) => {
      const scene = coreScene(db, { speechLanguages: ['en'] });
      const link = await scene.newMeeting();
      await db
        .updateTable('meeting')
        .set({ language_code: languageCode })
        .where('meeting_ref', '=', link.meetingRef)
        .execute();
      expect(await openLobby(scene.ctx, link)).toMatchObject({ transcribed });
      const admission = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
      expect(admission).toMatchObject({ transcribed });
      expect(await renewAdmission(scene.ctx, admission)).toMatchObject({ transcribed });
    },
  );

  it('tells scribes that someone may join', async () => {
    const scene = coreScene(db);
    const link = await scene.newMeeting();
    const { promise: told, resolve: tell } = Promise.withResolvers<Notice>();
    const notices = listen(url, {
      onNotice: (notice) => notice.topic === 'lobby' && tell(notice),
      onFault: console.error,
    });
    await notices.ready;
    await openLobby(scene.ctx, link);
    expect(await told).toEqual({ topic: 'lobby', ref: link.meetingRef });
    await notices.stop();
  });
});

describe('joinMeeting', () => {
  // Promise: 15
  it('admits any number of people, each with their own number and a token for ten minutes', async () => {
    const { scene, link, admission } = await joined();
    const second = await comeIn(scene.ctx, { ...link, displayName: 'Ben' });
    expect(second.participantRef).not.toBe(admission.participantRef);
    expect(Date.parse(admission.mediaTokenExpiresAt) - scene.clock.now().getTime()).toBe(600_000);
    const rows = await db
      .selectFrom('participant')
      .selectAll()
      .where('meeting_ref', '=', link.meetingRef)
      .orderBy('speaker_number')
      .execute();
    expect(rows.map((row) => [row.speaker_number, row.display_name])).toEqual([
      [1, 'Ana'],
      [2, 'Ben'],
    ]);
    expect((await scene.meeting(link.meetingRef)).state).toBe('created');
  });

  it('requests a scribe before anyone is in the room, so that the first words are transcribed', async () => {
    const { scene, link } = await joined();
    expect((await scene.meeting(link.meetingRef)).state).toBe('created');
    expect(await scene.taskKinds(link.meetingRef)).toContain('attend_meeting');
  });

  it('gives numbers that differ to people who join at the same moment', async () => {
    const { scene, link } = await joined();
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        comeIn(scene.ctx, { ...link, displayName: `Guest ${i}` }),
      ),
    );
    const rows = await db
      .selectFrom('participant')
      .select('speaker_number')
      .where('meeting_ref', '=', link.meetingRef)
      .execute();
    expect(rows.map((row) => row.speaker_number).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });

  it('admits at most as many as the room holds, however many come at the same moment', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 4 });
    const link = await scene.newMeeting();
    const joins = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) =>
        comeIn(scene.ctx, { ...link, displayName: `Guest ${i}` }),
      ),
    );
    expect(joins.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const join of joins)
      if (join.status === 'rejected')
        expect(join.reason).toMatchObject({ code: 'meeting_full', status: 409 });
  });

  it('gives the place of someone who left, or did not connect within a minute, to the next guest', async () => {
    const scene = coreScene(db, { roomMaxParticipants: 2 });
    const link = await scene.newMeeting();
    const come = (displayName: string) => comeIn(scene.ctx, { ...link, displayName });
    const connect = async (person: Admission): Promise<void> => {
      await noteConnected(scene.ctx, person);
      const since = scene.clock.now();
      await db.transaction().execute((tx) => openVisit(tx, person.participantRef, since));
    };
    const ana = await come('Ana');
    await connect(ana);
    const absent = await come('Only says that it is connected');
    await noteConnected(scene.ctx, absent);
    await expect(come('Ben')).rejects.toMatchObject({ code: 'meeting_full' });
    scene.clock.advance(60);
    await noteConnected(scene.ctx, absent);
    await connect(await come('Ben'));
    scene.clock.advance(600);
    await expect(come('Cleo')).rejects.toMatchObject({ code: 'meeting_full' });
    await leaveMeeting(scene.ctx, ana);
    await come('Cleo');
  });

  it('says unavailable while media is down, and records one attempt per link', async () => {
    const scene = coreScene(db);
    const link = await scene.newMeeting();
    scene.media.up = false;
    for (let i = 0; i < 3; i += 1) {
      await expect(comeIn(scene.ctx, { ...link, displayName: 'Ana' })).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
      });
    }
    scene.media.up = true;
    await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    const rows = await db
      .selectFrom('participant')
      .selectAll()
      .where('meeting_ref', '=', link.meetingRef)
      .execute();
    expect(rows.map((row) => row.speaker_number)).toEqual([1]);
  });

  // Promise: links
  it('loses against the end of the meeting, and leaves no room behind', async () => {
    const { scene, link, admission } = await joined();
    await noteConnected(scene.ctx, admission);
    const { openRoom } = scene.media;
    scene.media.openRoom = async (meetingRef) => {
      const sid = await openRoom(meetingRef, 60);
      await endMeeting(scene.ctx, { actor: scene.actor, meetingRef, call: null });
      return sid;
    };
    await expect(comeIn(scene.ctx, { ...link, displayName: 'Late' })).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
    await scene.work();
    expect(await scene.media.listRooms()).toEqual([]);
  });
});

describe('an attempt to join whose answer was lost', () => {
  const attempt = 'a'.repeat(32);

  it('is repeated as the same guest, on a link for one use, at once, under way and after the lobby', async () => {
    const scene = coreScene(db);
    const { meetingRef, ...link } = await scene.newMeeting();
    await db
      .updateTable('guest_link')
      .set({ max_uses: 1 })
      .where('guest_link_ref', '=', link.guestLinkRef)
      .execute();
    const join = () => comeIn(scene.ctx, { ...link, displayName: 'Ana', attempt });
    const [first, second] = await Promise.all([join(), join()]);
    const third = await join();
    expect([second, third]).toMatchObject([identityOf(first), identityOf(first)]);
    const { meetingState } = await openLobby(scene.ctx, { ...link, attempt });
    expect(meetingState).toBe('created');
    await expect(openLobby(scene.ctx, link)).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
    const { uses } = await db
      .selectFrom('guest_link')
      .select('uses')
      .where('meeting_ref', '=', meetingRef)
      .executeTakeFirstOrThrow();
    expect(uses).toBe(1);
  });

  it('is another guest on another page, and after the first was removed', async () => {
    const { scene, link } = await joined();
    const join = (more: string) =>
      comeIn(scene.ctx, { ...link, displayName: 'Ben', attempt: attempt + more });
    const ben = await join('');
    const other = await join('b');
    await db
      .updateTable('participant')
      .set({ state: 'removed' })
      .where('participant_ref', '=', ben.participantRef)
      .execute();
    const again = await join('');
    expect(new Set([ben, other, again].map((one) => one.participantRef)).size).toBe(3);
  });
});

function identityOf({ participantRef, participantSecret }: Admission) {
  return { participantRef, participantSecret };
}
