import { describe, expect, test } from 'vitest';
import type { NewMeetingOptions } from '../../../contract/generated/api.ts';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { revokeGuestLink } from '../guest-link/revoke-guest-link.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { admitParticipant } from '../waiting/decide-waiting.ts';
import { joinMeeting } from './join-meeting.ts';
import { leaveMeeting } from './leave-meeting.ts';
import { removeParticipant } from './moderate.ts';
import { openLobby } from './open-lobby.ts';
import { readParticipant } from './read-participants.ts';
import { renewAdmission } from './renew-admission.ts';

const { db } = await testDatabase();
type Page = { participantRef: string; participantSecret: string };
type Wish = { returning?: Page; consent?: 'given' | 'declined' };

async function scene(options: NewMeetingOptions = {}, maxUses?: number) {
  const meeting = await hostedMeeting(db, options, maxUses);
  const { ctx, guests, request } = meeting;
  const join = async (displayName: string, wish: Wish = {}) => {
    const joined = await joinMeeting(ctx, { ...guests, displayName, ...wish });
    const page = 'admission' in joined ? joined.admission : joined.waiting;
    const { participantRef, participantSecret } = page;
    return { page: { participantRef, participantSecret }, waits: 'waiting' in joined };
  };
  const read = ({ participantRef }: Page) => readParticipant(ctx, { ...request, participantRef });
  const remove = ({ participantRef }: Page, mayReturn: boolean) =>
    removeParticipant(ctx, { ...request, participantRef, revokeLink: false, mayReturn });
  return { ...meeting, join, read, remove };
}

describe('a tab that was admitted before', () => {
  // Promise: 111
  test('comes back as the same participant, also when the link is used up or the meeting locked', async () => {
    const { ctx, guests, request, join, read } = await scene({ admission: 'ask' }, 1);
    const { page } = await join('Ana');
    await admitParticipant(ctx, { ...request, participantRef: page.participantRef });
    await renewAdmission(ctx, page);
    await leaveMeeting(ctx, page);
    await setMeetingLock(ctx, { ...request, locked: true });
    const returning = page;
    expect((await openLobby(ctx, { ...guests, returning })).asks).toBe(false);
    expect(await join('Ana B.', { returning })).toEqual({ page, waits: false });
    expect((await read(page)).displayName).toBe('Ana B.');
    await expect(join('Ben')).rejects.toMatchObject({ code: 'guest_link_not_usable' });
    await revokeGuestLink(ctx, { ...request, guestLinkRef: guests.guestLinkRef });
    await expect(join('Ana', { returning })).rejects.toMatchObject({
      code: 'guest_link_not_usable',
    });
  });

  test('answers again whether it may be transcribed', async () => {
    const { join, read } = await scene({ transcription: 'consent' });
    const { page } = await join('Ana', { consent: 'given' });
    const returning = page;
    await expect(join('Ana', { returning })).rejects.toMatchObject({ code: 'validation_error' });
    await join('Ana', { returning, consent: 'declined' });
    expect((await read(page)).consent).toBe('declined');
  });

  test('continues to wait if it was waiting, and waits from the beginning if it had left', async () => {
    const { ctx, join } = await scene({ admission: 'ask' });
    const { page } = await join('Ana');
    expect(await join('Ana', { returning: page })).toEqual({ page, waits: true });
    await leaveMeeting(ctx, page);
    const again = await join('Ana', { returning: page });
    expect([again.waits, again.page.participantRef === page.participantRef]).toEqual([true, false]);
  });
});

// Promise: participant_gone, I17
test('a tab whose participant was removed is refused by the link, unless it may return as a newcomer', async () => {
  const { ctx, guests, join, read, remove } = await scene();
  const { page } = await join('Ana');
  await remove(page, false);
  const gone = { code: 'participant_gone' };
  const returning = page;
  await expect(openLobby(ctx, { ...guests, returning })).rejects.toMatchObject(gone);
  await expect(join('Ana', { returning })).rejects.toMatchObject(gone);
  await remove(page, true);
  await openLobby(ctx, { ...guests, returning });
  const newcomer = await join('Ana', { returning });
  expect(newcomer.page.participantRef).not.toBe(page.participantRef);
  expect((await read(page)).state).toBe('removed');
  await expect(renewAdmission(ctx, page)).rejects.toMatchObject({ code: 'guest_link_not_usable' });
  await remove(page, false);
  await expect(join('Ana', { returning })).rejects.toMatchObject(gone);
});

// Promise: 111
test('a guest without proof, or with another link, is a newcomer', async () => {
  const [one, other] = [await scene(), await scene()];
  const { page } = await one.join('Ana');
  await one.remove(page, false);
  const strangers = [
    await one.join('Mallory', { returning: { ...page, participantSecret: 'x' } }),
    await one.join('Mallory', { returning: { ...page, participantRef: 'pt_nobody' } }),
    await other.join('Ana', { returning: page }),
  ];
  expect(
    new Set([page, ...strangers.map((one) => one.page)].map((p) => p.participantRef)).size,
  ).toBe(4);
});
