import { expect, test } from 'vitest';
import { comeIn, coreScene } from '../../../dev/world/service/core-scene.ts';
import { secretOf } from '../../../dev/world/service/hosted-meeting.ts';
import { scriptedScribe } from '../../../dev/world/speech/scripted-scribe.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import type { NewMeetingOptions } from '../../../contract/generated/api.ts';
import { taskHandlers } from '../../jobs/task-handlers.ts';
import { createGuestLink } from '../guest-link/create-guest-link.ts';
import { newRef } from '../ids.ts';
import { noteConnected } from '../participant/note-connected.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { openLobby } from '../participant/open-lobby.ts';
import { keepRetention } from '../retention/apply-retention.ts';
import { readSummary } from '../summary/read-summary.ts';
import { readCapture } from '../transcript/capture.ts';
import { readTranscript } from '../transcript/read-transcript.ts';
import { createMeeting } from './create-meeting.ts';
import { endMeeting } from './end-meeting.ts';

const DAY_SECONDS = 86_400;
const { db } = await testDatabase();
const handlers = { ...taskHandlers, attend_meeting: scriptedScribe };

async function meetingWith(options: NewMeetingOptions) {
  const scene = coreScene(db);
  const call = (path: string) => ({ tenant: 'acme', method: 'POST', path, key: newRef('k') });
  const { actor } = scene;
  const body = { title: 'Interview', options };
  const { meeting } = await createMeeting(scene.ctx, { actor, body, call: call('/v1/meetings') });
  const { meetingRef } = meeting;
  const { guestLink } = await createGuestLink(scene.ctx, { actor, meetingRef, call: call('/l') });
  const link = secretOf(guestLink);
  const enter = async (displayName: string) => {
    const guest = await comeIn(scene.ctx, { ...link, displayName });
    scene.media.connect(meetingRef, guest.participantRef);
    await noteConnected(scene.ctx, guest);
    return guest;
  };
  return { scene, link, meetingRef, enter, request: { actor, meetingRef } };
}

// Promise: 105
test('transcription off: guests are told, no scribe is requested, both documents say not_requested', async () => {
  const { scene, link, enter, meetingRef, request } = await meetingWith({ transcription: 'off' });
  expect((await openLobby(scene.ctx, link)).transcribed).toBe(false);
  expect((await enter('Ana')).transcribed).toBe(false);
  expect(await scene.taskKinds(meetingRef)).not.toContain('attend_meeting');
  await endMeeting(scene.ctx, { ...request, call: null });
  await scene.work(handlers);
  const captures = await db
    .selectFrom('capture')
    .select('state')
    .where('meeting_ref', '=', meetingRef)
    .execute();
  expect(captures).toEqual([]);
  const { transcript } = await readTranscript(scene.ctx, request);
  const { summary } = await readSummary(scene.ctx, request);
  for (const { status, result, reason } of [transcript, summary])
    expect([status, result, reason]).toEqual(['available', 'empty', 'not_requested']);
});

// Promise: 105
test('summary off: the transcript comes, and the summary says not_requested', async () => {
  const { scene, enter, request } = await meetingWith({ summary: 'off' });
  await enter('Ana');
  await scene.work(handlers);
  await endMeeting(scene.ctx, { ...request, call: null });
  for (let round = 0; round < 4; round++) {
    await scene.work(handlers);
    scene.clock.advance(3);
  }
  expect((await readTranscript(scene.ctx, request)).transcript.segments).toHaveLength(1);
  expect((await readSummary(scene.ctx, request)).summary.reason).toBe('not_requested');
});

// Promise: 104
test('maxMeetingSeconds and emptyRoomSeconds end a meeting sooner than the settings say', async () => {
  const long = await meetingWith({ maxMeetingSeconds: 600 });
  await long.enter('Ana');
  long.scene.clock.advance(601);
  await long.scene.work(handlers);
  const reasonOf = async (of: typeof long) => (await of.scene.meeting(of.meetingRef)).state_reason;
  expect(await reasonOf(long)).toBe('max_duration');
  const empty = await meetingWith({ emptyRoomSeconds: 10 });
  const { participantRef } = await empty.enter('Ana');
  empty.scene.media.disconnect(empty.meetingRef, participantRef);
  for (const event of empty.scene.media.undelivered) await noteMediaEvent(empty.scene.ctx, event);
  empty.scene.clock.advance(11);
  await empty.scene.work(handlers);
  expect(await reasonOf(empty)).toBe('room_empty');
});

test('vocabulary: the scribe gets it with names and title; guests and events do not', async () => {
  const { scene, link, enter, meetingRef } = await meetingWith({ vocabulary: ['Kestrelon'] });
  const guest = await enter('Ana Okonkwo');
  const capture = await readCapture(scene.ctx, meetingRef);
  expect(capture?.terms).toEqual(['Kestrelon', 'Ana', 'Okonkwo', 'Interview']);
  const events = await db.selectFrom('event').selectAll().execute();
  const told = JSON.stringify([await openLobby(scene.ctx, link), guest, events]);
  expect(told).toContain('Interview');
  expect(told).not.toContain('Kestrelon');
});

// Promise: retention, 104
test('keepTranscriptDays: both documents go after this many days, whatever the settings keep', async () => {
  const { scene, enter, request } = await meetingWith({ keepTranscriptDays: 2 });
  await enter('Ana');
  await scene.work(handlers);
  await endMeeting(scene.ctx, { ...request, call: null });
  for (let round = 0; round < 4; round++) {
    await scene.work(handlers);
    scene.clock.advance(3);
  }
  await keepRetention(scene.ctx);
  scene.clock.advance(1.9 * DAY_SECONDS);
  await scene.work(handlers);
  expect((await readTranscript(scene.ctx, request)).transcript.segments).toHaveLength(1);
  scene.clock.advance(0.2 * DAY_SECONDS);
  await scene.work(handlers);
  for (const read of [readTranscript, readSummary])
    await expect(read(scene.ctx, request)).rejects.toMatchObject({ code: 'content_expired' });
});
