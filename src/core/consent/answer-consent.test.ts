import { describe, expect, test } from 'vitest';
import { hostedMeeting } from '../../../dev/world/service/hosted-meeting.ts';
import { testDatabase } from '../../../dev/world/service/test-database.ts';
import { endMeeting } from '../meeting/end-meeting.ts';
import { noteMediaEvent } from '../presence/note-media-event.ts';
import { assembleTranscript } from '../transcript/assemble-transcript.ts';
import { readCapture } from '../transcript/capture.ts';
import { consentGaps } from './consent-gaps.ts';
import { answerConsent } from './answer-consent.ts';
import { readParticipant } from '../participant/read-participants.ts';
import { renewAdmission } from '../participant/renew-admission.ts';

const { db } = await testDatabase();

describe('a meeting that asks for consent', () => {
  // Promise: 151
  test('lets nobody in without an answer, and everybody with either', async () => {
    const { enter, ctx, meetingRef } = await hostedMeeting(db, { transcription: 'consent' });
    await expect(enter('Ana')).rejects.toMatchObject({
      code: 'validation_error',
      members: { errors: [{ pointer: '#/consent', code: 'required' }] },
    });
    const ana = await enter('Ana', { consent: 'given' });
    const ben = await enter('Ben', { consent: 'declined' });
    expect((await readCapture(ctx, meetingRef))?.consenting).toEqual(new Set([ana.participantRef]));
    await answerConsent(ctx, ben, 'given');
    await answerConsent(ctx, ana, 'declined');
    expect((await readCapture(ctx, meetingRef))?.consenting).toEqual(new Set([ben.participantRef]));
  });

  // Promise: 155
  test('shows the current answer to the API, the room and the next media token, and keeps every answer', async () => {
    const { enter, ctx, media, world, request, eventsOf } = await hostedMeeting(db, {
      transcription: 'consent',
    });
    const ana = await enter('Ana', { consent: 'declined' });
    const shown: unknown[] = [];
    media.updateParticipant = async (_, identity, what) => void shown.push([identity, what]);
    const grants: unknown[] = [];
    media.mintToken = async (grant) => (grants.push(grant.consent), 'token');
    world.clock.advance(5);
    await answerConsent(ctx, ana, 'given');
    await answerConsent(ctx, ana, 'given');
    const { participantRef } = ana;
    expect(shown.at(-1)).toMatchObject([participantRef, { role: 'host', consent: 'given' }]);
    await renewAdmission(ctx, ana);
    expect(grants).toEqual(['given']);
    expect(await readParticipant(ctx, { ...request, participantRef })).toMatchObject({
      consent: 'given',
      consentAt: world.clock.now().toISOString(),
    });
    const answers = await db
      .selectFrom('consent_answer')
      .select(['consent', 'wording'])
      .where('participant_ref', '=', participantRef)
      .orderBy('answered_at')
      .execute();
    expect(answers).toEqual([
      { consent: 'declined', wording: expect.any(String) },
      { consent: 'given', wording: expect.any(String) },
    ]);
    expect(await eventsOf(participantRef)).toContain('participant.updated');
  });

  // Promise: 152
  test('shows in its transcript where someone declined, and is still complete', async () => {
    const { enter, ctx, media, world, request, meetingRef } = await hostedMeeting(db, {
      transcription: 'consent',
    });
    const ana = await enter('Ana', { consent: 'given' });
    for (const event of media.undelivered.splice(0)) await noteMediaEvent(ctx, event);
    world.clock.advance(10);
    await answerConsent(ctx, ana, 'declined');
    world.clock.advance(20);
    await answerConsent(ctx, ana, 'given');
    world.clock.advance(5);
    await endMeeting(ctx, request);
    const meeting = await world.meeting(meetingRef);
    const { content, coverage } = await assembleTranscript(ctx, meeting);
    expect(content.gaps).toEqual([
      {
        participantRef: ana.participantRef,
        startMs: 10_000,
        endMs: 30_000,
        reason: 'consent_declined',
      },
    ]);
    expect(coverage.declined).toBe(1);
  });
});

test('an answer is not taken once the meeting is over, and the one that counted stays', async () => {
  const { enter, ctx, request, eventsOf } = await hostedMeeting(db, { transcription: 'consent' });
  const ana = await enter('Ana', { consent: 'declined' });
  await endMeeting(ctx, request);
  const { participantRef } = ana;
  const before = await eventsOf(participantRef);
  await expect(answerConsent(ctx, ana, 'given')).rejects.toMatchObject({
    code: 'guest_link_not_usable',
    members: { meetingState: 'ending' },
  });
  const { consent } = await readParticipant(ctx, { ...request, participantRef });
  expect([consent, await eventsOf(participantRef)]).toEqual(['declined', before]);
});

test('nobody is asked when transcription is off, or on without asking for consent', async () => {
  for (const transcription of ['on', 'off'] as const) {
    const { enter, ctx, request } = await hostedMeeting(db, { transcription });
    const ana = await enter('Ana');
    await answerConsent(ctx, ana, 'declined');
    const { participantRef } = ana;
    const { consent } = await readParticipant(ctx, { ...request, participantRef });
    expect(consent).toBe('not_asked');
  }
});

// Promise: 152
test('a gap lasts while someone who declined is present', () => {
  const answers = [
    { atMs: 0, consent: 'declined' as const },
    { atMs: 50, consent: 'given' as const },
    { atMs: 70, consent: 'declined' as const },
  ];
  const present = [
    { fromMs: -5, toMs: 20 },
    { fromMs: 40, toMs: 100 },
  ];
  const gaps = consentGaps([{ participantRef: 'pt_1', answers, present }]);
  expect(gaps.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 20],
    [40, 50],
    [70, 100],
  ]);
});
