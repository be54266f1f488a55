import { expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { eraseArtifact } from '../artifact/erase-artifact.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { readGuestLink } from '../guest-link/read-guest-links.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { createMeeting } from '../meeting/create-meeting.ts';
import { muteParticipant } from '../participant/moderate.ts';

const { db } = await testDatabase();
const scene = coreScene(db);
const actor = { ...scene.actor, scopes: ['guest-links:write'] };
const called = (path: string) => ({ tenant: actor.tenant, method: 'POST', path, key: 'k' });
/** Look like people's names, but are not. */
const looksSo = { title: '"displayName":"Title"', metadata: { displayName: 'Deal' } };

/** Calls with Idempotency-Keys about a meeting and a person; each may be repeated. */
async function callsAbout(name: string, key: string) {
  const body = { ...looksSo, guestLinks: [{ displayName: name }] };
  const call = { ...called('/v1/meetings'), key };
  const create = () => createMeeting(scene.ctx, { actor, body, call });
  const { meetingRef, guestLinks } = (await create()).meeting;
  const [link] = guestLinks ?? [];
  if (!link) throw new Error('a link was asked for');
  const of = (path: string) => ({
    actor,
    meetingRef,
    call: called(`/v1/meetings/${meetingRef}${path}`),
  });
  const options = { displayName: name };
  const addLink = () => createGuestLink(scene.ctx, { ...of('/guest-links'), options });
  await addLink();
  const { participantRef } = await comeIn(scene.ctx, { ...secretOf(link), displayName: name });
  const mute = () =>
    muteParticipant(scene.ctx, {
      ...of(`/participants/${participantRef}/mute`),
      participantRef,
      source: 'microphone',
      lock: false,
    });
  await mute();
  return { create, addLink, mute, link, request: { actor, meetingRef } };
}

test('no repeated call and no link reveals a name after the transcript was erased', async () => {
  const [ana, ben] = [await callsAbout('Ana "A"', 'a'), await callsAbout('Ben', 'b')];
  await cancelMeeting(scene.ctx, { ...ana.request, call: null });
  await eraseArtifact(scene.ctx, { ...ana.request, kind: 'transcript' });
  const [created, linked, muted] = [await ana.create(), await ana.addLink(), await ana.mute()];
  expect([created.replayed, linked.replayed, muted.replayed]).toEqual([true, true, true]);
  expect(created.meeting).toMatchObject(looksSo);
  expect(created.meeting.guestLinks).toEqual([{ ...ana.link, displayName: null }]);
  expect(linked.guestLink.displayName).toBeNull();
  expect(muted.participant.displayName).toBe('');
  const { guestLinkRef } = ana.link;
  const known = await readGuestLink(scene.ctx, { ...ana.request, guestLinkRef });
  expect(known.displayName).toBeNull();
  expect((await ben.create()).meeting.guestLinks).toEqual([ben.link]);
  expect((await ben.mute()).participant.displayName).toBe('Ben');
});
