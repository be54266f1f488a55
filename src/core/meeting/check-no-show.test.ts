import { describe, expect, it } from 'vitest';
import type { Schedule, UpdateMeeting } from '../../../contract/generated/api.ts';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { openLobby } from '../participant/open-lobby.ts';
import { cancelMeeting } from './cancel-meeting.ts';
import { checkNoShow } from './check-no-show.ts';
import { endMeeting } from './end-meeting.ts';
import { updateMeeting } from './update-meeting.ts';

const { db } = await testDatabase();
const WEEK_SECONDS = 7 * 86_400;

async function created(schedule?: Schedule) {
  await db.deleteFrom('task').execute();
  await db.deleteFrom('meeting').execute();
  const scene = coreScene(db);
  const link = await scene.newMeeting(schedule);
  const both = async () => [
    await scene.artifact(link.meetingRef, 'transcript'),
    await scene.artifact(link.meetingRef, 'summary'),
  ];
  return {
    scene,
    link,
    both,
    meeting: () => scene.meeting(link.meetingRef),
    request: { actor: scene.actor, meetingRef: link.meetingRef, call: null },
  };
}

const patch = (fields: UpdateMeeting) => ({ patch: fields, check: () => {}, isExpected: null });

const emptyFor = (reason: string) => [
  { status: 'available', result: 'empty', reason, content: { durationMs: 0 } },
  { status: 'available', result: 'empty', reason },
];

describe('a meeting that nobody joined', () => {
  // Promise: M3, A5
  it('is cancelled as never held (M3)', async () => {
    const { scene, both, meeting } = await created();
    scene.clock.advance(WEEK_SECONDS - 1);
    await scene.work();
    expect((await meeting()).state).toBe('created');
    scene.clock.advance(1);
    await scene.work();
    expect(await meeting()).toMatchObject({
      state: 'cancelled',
      state_reason: 'never_held',
      started_at: null,
      ended_at: null,
    });
    expect(await both()).toMatchObject(emptyFor('never_held'));
  });

  // Promise: M4
  it('fails when the last who tried to join met dead media (M4)', async () => {
    const { scene, link, both, meeting } = await created();
    scene.media.up = false;
    await expect(comeIn(scene.ctx, { ...link, displayName: 'Ana' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    scene.media.up = true;
    scene.clock.advance(WEEK_SECONDS);
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'failed', state_reason: 'media_unavailable' });
    expect(await both()).toMatchObject(emptyFor('meeting_failed'));
  });

  // Promise: 33
  it('is checked every minute while the media server is silent, for a day at most', async () => {
    const { scene, meeting } = await created();
    scene.media.up = false;
    scene.clock.advance(WEEK_SECONDS + 86_399);
    await scene.work();
    expect((await meeting()).state).toBe('created');
    scene.clock.advance(60);
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'cancelled', state_reason: 'never_held' });
  });

  // Promise: M3
  it('starts after all when the media server knows a participant (M1)', async () => {
    const { scene, link, meeting } = await created();
    const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    scene.media.connect(link.meetingRef, participantRef);
    scene.clock.advance(WEEK_SECONDS);
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'in_progress', state_reason: null });
  });

  // Promise: M3
  it('waits a minute for someone who was let in just before, and is cancelled without them', async () => {
    const { scene, link, meeting } = await created();
    scene.clock.advance(WEEK_SECONDS - 2);
    await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    scene.clock.advance(59);
    await scene.work();
    expect((await meeting()).state).toBe('created');
    scene.clock.advance(1);
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'cancelled', state_reason: 'never_held' });
  });

  it('is cancelled even when only a guest whose link was revoked is in the room', async () => {
    const { scene, link, meeting } = await created();
    const { participantRef } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    await revokeGuestLink(scene.ctx, { actor: scene.actor, ...link });
    scene.clock.advance(WEEK_SECONDS);
    scene.media.connect(link.meetingRef, participantRef);
    await checkNoShow(scene.ctx, link.meetingRef);
    expect(await meeting()).toMatchObject({ state: 'cancelled', state_reason: 'never_held' });
  });

  it('is checked again when the only person in the room has no place', async () => {
    const { scene, link, meeting } = await created();
    const ctx = { ...scene.ctx, settings: { ...scene.ctx.settings, roomMaxParticipants: 1 } };
    const { participantRef: ana } = await comeIn(ctx, { ...link, displayName: 'Ana' });
    scene.clock.advance(WEEK_SECONDS);
    const { participantRef: ben } = await comeIn(ctx, { ...link, displayName: 'Ben' });
    await db
      .updateTable('participant')
      .set({ role: 'host' })
      .where('participant_ref', '=', ben)
      .execute();
    scene.media.connect(link.meetingRef, ana);
    expect(await checkNoShow(ctx, link.meetingRef)).toEqual({ again: expect.any(Date) });
    expect((await meeting()).state).toBe('created');
  });

  it('starts with a valid guest, even when one with a revoked link is present too', async () => {
    const { scene, link, meeting } = await created();
    const { participantRef: ana } = await comeIn(scene.ctx, { ...link, displayName: 'Ana' });
    const call = { tenant: scene.actor.tenant, method: 'POST', path: '/x', key: 'for Ben' };
    const { guestLink } = await createGuestLink(scene.ctx, {
      actor: scene.actor,
      meetingRef: link.meetingRef,
      call,
    });
    const joining = { ...secretOf(guestLink), displayName: 'Ben' };
    const { participantRef: ben } = await comeIn(scene.ctx, joining);
    await revokeGuestLink(scene.ctx, { actor: scene.actor, ...link });
    for (const person of [ana, ben]) scene.media.connect(link.meetingRef, person);
    scene.clock.advance(WEEK_SECONDS);
    await checkNoShow(scene.ctx, link.meetingRef);
    expect((await meeting()).state).toBe('in_progress');
    await scene.work();
    expect(await scene.media.listParticipants(link.meetingRef)).toEqual([
      { identity: ben, kind: 'person', since: expect.any(Date), current: null },
    ]);
  });

  it('keeps waiting when its schedule was moved while the media server was asked', async () => {
    const { scene, request, meeting } = await created();
    scene.clock.advance(WEEK_SECONDS);
    const nextWeek = new Date(scene.clock.now().getTime() + WEEK_SECONDS * 1000).toISOString();
    const schedule = { startAt: scene.clock.now().toISOString(), endAt: nextWeek, timezone: 'UTC' };
    const { listParticipants } = scene.media;
    scene.media.listParticipants = async (meetingRef) => {
      const { version } = await meeting();
      if (version === 1)
        await updateMeeting(scene.ctx, {
          ...request,
          ...patch({ title: 'Later', schedule }),
        });
      return listParticipants(meetingRef);
    };
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'created', title: 'Later' });
    scene.clock.advance(WEEK_SECONDS + scene.ctx.settings.noShowSeconds);
    await scene.work();
    expect((await meeting()).state).toBe('cancelled');
  });

  const inMarch = {
    startAt: '2027-03-01T10:00:00Z',
    endAt: '2027-03-01T11:00:00Z',
    timezone: 'UTC',
  };
  const inWinter = { ...inMarch, startAt: '2026-12-01T10:00:00Z', endAt: '2026-12-01T11:00:00Z' };
  const toFebruary = (from: Date) => (Date.parse('2027-02-01T00:00:00Z') - from.getTime()) / 1000;

  // Promise: 33
  it.each<[string, Schedule | null, number]>([
    ['another week when its schedule is removed', null, WEEK_SECONDS],
    ['another day when its schedule is set to a time in the past', inWinter, 86_400],
  ])('waits %s, and its links work until then', async (_, schedule, seconds) => {
    const { scene, request, link, meeting } = await created(inMarch);
    scene.clock.advance(toFebruary(scene.clock.now()));
    await updateMeeting(scene.ctx, { ...request, ...patch({ schedule }) });
    scene.clock.advance(seconds - 1);
    await scene.work();
    expect((await meeting()).state).toBe('created');
    expect(await openLobby(scene.ctx, link)).toMatchObject({ title: 'Design review' });
    scene.clock.advance(1);
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'cancelled', state_reason: 'never_held' });
  });

  // Promise: 33
  it('waits no longer when its schedule is written another way', async () => {
    const { scene, request, meeting } = await created(inMarch);
    const inBerlin = {
      startAt: '2027-03-01T11:00:00+01:00',
      endAt: '2027-03-01T12:00:00+01:00',
      timezone: 'Europe/Berlin',
    };
    scene.clock.advance((Date.parse(inMarch.endAt) - scene.clock.now().getTime()) / 1000 + 86_399);
    await updateMeeting(scene.ctx, { ...request, ...patch({ title: 'B', schedule: inBerlin }) });
    await scene.work();
    expect(await meeting()).toMatchObject({ state: 'created', title: 'B' });
    scene.clock.advance(1);
    await scene.work();
    expect((await meeting()).state).toBe('cancelled');
  });

  // Promise: M2
  it('is cancelled when its client says so (M2), and cannot be ended', async () => {
    const { scene, request, both, link } = await created();
    await expect(endMeeting(scene.ctx, request)).rejects.toMatchObject({
      code: 'invalid_state',
      members: { meetingState: 'created' },
    });
    const first = await cancelMeeting(scene.ctx, request);
    expect(first).toMatchObject({
      meeting: { meetingState: 'cancelled', stateReason: 'cancelled_by_api' },
      version: 2,
      replayed: false,
    });
    expect(await cancelMeeting(scene.ctx, request)).toEqual(first);
    expect(await both()).toMatchObject(emptyFor('meeting_cancelled'));
    await scene.work();
    expect(await scene.taskKinds(link.meetingRef)).toEqual([]);
  });
});
