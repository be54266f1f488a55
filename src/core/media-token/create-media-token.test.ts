import { expect, test } from 'vitest';
import type { CreateMediaToken } from '../../../contract/generated/api.ts';
import { coreScene } from '../../../dev/world/service/core-scene.ts';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { newRef } from '../ids.ts';
import { cancelMeeting } from '../meeting/cancel-meeting.ts';
import { setMeetingLock } from '../meeting/lock-meeting.ts';
import { createMediaToken } from './create-media-token.ts';
import { removeParticipant } from '../participant/moderate.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';

const { db } = await testDatabase();
type Scene = Pick<ReturnType<typeof coreScene>, 'ctx'>;

function ask(
  { ctx }: Scene,
  meetingRef: string,
  body: Partial<CreateMediaToken> = {},
  { key = newRef('k'), scopes = [] as string[] } = {},
) {
  const actor = { kind: 'api_key' as const, keyId: 'key', tenant: 'acme', scopes };
  const call = { tenant: 'acme', method: 'POST', path: `/${meetingRef}/media-tokens`, key };
  return createMediaToken(ctx, {
    actor,
    meetingRef,
    body: { displayName: 'Notes', ...body },
    call,
  });
}

// Promise: 161
test('a client is a participant, begins the meeting, and renews its token by its secret', async () => {
  const scene = coreScene(db);
  const { ctx, actor, media, clock } = scene;
  const { meetingRef } = await scene.newMeeting();
  const { token } = await ask(scene, meetingRef, { expiresInSeconds: 60 });
  const { participantRef } = token;
  expect(token).toMatchObject({
    mediaUrl: 'ws://meet.test',
    mediaTokenExpiresAt: new Date(clock.now().getTime() + 60_000).toISOString(),
  });
  const read = () => readParticipant(ctx, { actor, meetingRef, participantRef });
  expect(await read()).toMatchObject({ kind: 'client', guestLinkRef: null, state: 'admitted' });
  media.connect(meetingRef, participantRef);
  await noteConnected(ctx, token);
  expect([(await read()).state, (await scene.meeting(meetingRef)).state]).toEqual([
    'present',
    'in_progress',
  ]);
  clock.advance(700);
  expect((await renewAdmission(ctx, token)).participantRef).toBe(participantRef);
});

// Promise: 161
test('a removed client is disconnected and gets no other token, not even by a replay', async () => {
  const scene = coreScene(db);
  const { ctx, actor, media } = scene;
  const { meetingRef } = await scene.newMeeting();
  const key = newRef('k');
  const { token } = await ask(scene, meetingRef, {}, { key });
  const { participantRef } = token;
  media.connect(meetingRef, participantRef);
  await noteConnected(ctx, token);
  await removeParticipant(ctx, { actor, meetingRef, participantRef, revokeLink: true, call: null });
  await scene.work();
  expect(await media.listParticipants(meetingRef)).toEqual([]);
  await expect(renewAdmission(ctx, token)).rejects.toMatchObject({ code: 'guest_link_not_usable' });
  await expect(ask(scene, meetingRef, {}, { key })).rejects.toMatchObject({
    code: 'participant_not_found',
  });
});

// Promise: 161
test('a replay gives the same client, secret and end, and nothing secret is stored for it', async () => {
  const scene = coreScene(db);
  const { meetingRef } = await scene.newMeeting();
  const key = newRef('k');
  const first = await ask(scene, meetingRef, {}, { key });
  scene.clock.advance(30);
  const again = await ask(scene, meetingRef, {}, { key });
  expect([first.replayed, again.replayed, again.token]).toEqual([false, true, first.token]);
  const record = await db
    .selectFrom('idempotency_record')
    .select('body')
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow();
  expect(Object.keys(JSON.parse(record.body))).toEqual([
    'participantRef',
    'linkKeyId',
    'mediaTokenExpiresAt',
  ]);
  expect(record.body).not.toContain(first.token.participantSecret);
});

// Promise: 161
test('the token of a replay never lasts longer than the first one', async () => {
  const scene = coreScene(db);
  const { meetingRef } = await scene.newMeeting();
  const lasting: number[] = [];
  scene.media.mintToken = async ({ ttlSeconds }) => `token ${lasting.push(ttlSeconds)}`;
  const key = newRef('k');
  for (const seconds of [0, 19, 0.5, 0.5, 3_600]) {
    scene.clock.advance(seconds);
    await ask(scene, meetingRef, { expiresInSeconds: 20 }, { key });
  }
  expect(lasting).toEqual([20, 1, -1, -1, -3_600]);
});

// Promise: 161
test('a host needs the scope for it', async () => {
  const scene = coreScene(db);
  const { ctx, actor } = scene;
  const { meetingRef } = await scene.newMeeting();
  await expect(ask(scene, meetingRef, { role: 'host' })).rejects.toMatchObject({
    code: 'insufficient_scope',
  });
  const { token } = await ask(scene, meetingRef, { role: 'host' }, { scopes: ['hosts:write'] });
  expect(await readParticipant(ctx, { actor, meetingRef, ...token })).toMatchObject({
    role: 'host',
  });
});

// Promise: 161
test('nobody gets one for a meeting that is over, locked or full', async () => {
  const scene = coreScene(db, { roomMaxParticipants: 1 });
  const { ctx, actor } = scene;
  const [over, locked, full] = [
    await scene.newMeeting(),
    await scene.newMeeting(),
    await scene.newMeeting(),
  ];
  await cancelMeeting(ctx, { actor, meetingRef: over.meetingRef, call: null });
  await setMeetingLock(ctx, { actor, meetingRef: locked.meetingRef, locked: true, call: null });
  await ask(scene, full.meetingRef);
  for (const [{ meetingRef }, code] of [
    [over, 'meeting_not_joinable'],
    [locked, 'meeting_locked'],
    [full, 'meeting_full'],
  ] as const)
    await expect(ask(scene, meetingRef)).rejects.toMatchObject({ code });
});

test('where a meeting asks for consent, the program must answer for the person who speaks through it', async () => {
  const { ctx, meetingRef, request } = await hostedMeeting(db, { transcription: 'consent' });
  await expect(ask({ ctx }, meetingRef)).rejects.toMatchObject({
    code: 'validation_error',
    members: { errors: [{ pointer: '#/transcribe' }] },
  });
  for (const [transcribe, consent] of [
    [true, 'given'],
    [false, 'declined'],
  ] as const) {
    const { token } = await ask({ ctx }, meetingRef, { transcribe });
    const { participantRef } = token;
    expect((await readParticipant(ctx, { ...request, participantRef })).consent).toBe(consent);
  }
});
