// A meeting in progress whose words come from the test.
import { newRef } from '../../../src/core/ids.ts';
import { appendUtterances, noteWords } from '../../../src/core/transcript/append-utterance.ts';
import { openTrack } from '../../../src/core/transcript/open-track.ts';
import type { ServerWorld } from './server-world.ts';

const SECOND = 16_000;

/** A meeting that Ana has joined. `begin` starts it, `track` opens her track, and `say` lets her speak. */
export async function liveMeeting(world: ServerWorld, tenant: string = newRef('t')) {
  const { ctx } = world;
  const key = await world.key({ tenant });
  const { json } = await world.call('POST', '/v1/meetings', {
    key,
    body: { title: 'A', guestLinks: [{}] },
  });
  const meetingRef = String(json.meetingRef);
  const [link] = json['guestLinks'] as [{ guestLinkRef: string; guestUrl: string }];
  const secret = new URL(link.guestUrl).hash.slice('#k='.length);
  const joined = await world.call('POST', `/guest/links/${link.guestLinkRef}/join`, {
    key: null,
    body: { secret, displayName: 'Ana' },
  });
  const { participantRef, participantSecret } = joined.json as {
    participantRef: string;
    participantSecret: string;
  };
  const begin = () =>
    world.call('POST', `/guest/participants/${participantRef}/connected`, {
      key: null,
      body: { participantSecret },
    });
  const raiseHand = () =>
    world.call('POST', `/guest/participants/${participantRef}/hand`, {
      key: null,
      body: { participantSecret, raised: true },
    });
  let trackRef = '';
  const track = async () => {
    const known = await openTrack(ctx, {
      meetingRef,
      participantRef,
      mediaTrackSid: newRef('TR'),
      startedAt: ctx.clock.now(),
    });
    trackRef = known?.trackRef ?? '';
  };
  /** Records an utterance of one second that begins at this second, with its words. */
  const say = async (second: number, text: string | null) => {
    const fromSample = second * SECOND;
    const cut = { fromSample, toSample: fromSample + SECOND, isForced: false };
    await appendUtterances(ctx, { trackRef, cuts: [cut], scannedSamples: cut.toSample });
    await noteWords(
      ctx,
      { trackRef, fromSample },
      text === null ? null : { text, languageCode: 'en' },
    );
  };
  return {
    key,
    tenant,
    meetingRef,
    participantRef,
    begin,
    raiseHand,
    track,
    say,
  };
}

const segment = (segmentRef: string, speakerRef: string, startMs: number, text: string) => ({
  segmentRef,
  speakerRef,
  startMs,
  endMs: startMs + 4_000,
  text,
  languageCode: 'en',
});

const SMALL_TALK = Array.from({ length: 40 }, (_, index) =>
  segment(`sg_t${index}`, index % 2 === 0 ? 's1' : 's2', index * 6_000, 'That is a fine idea.'),
);

const TRANSCRIPT = {
  languageCode: 'en',
  durationMs: 280_000,
  engine: { name: 'scripted', model: 'none', quality: 'standard' },
  speakers: [
    { speakerRef: 's1', displayName: 'Ana' },
    { speakerRef: 's2', displayName: 'Ben' },
  ],
  segments: [
    ...SMALL_TALK,
    segment('sg_open', 's1', 250_000, 'We open in March.'),
    segment('sg_poster', 's2', 256_000, 'I will draw the poster by Friday.'),
  ],
};

const SUMMARY = {
  languageCode: 'en',
  overview: 'Ana and Ben talked about the spring exhibition.',
  keyPoints: [{ text: 'The hall is free in spring.', segmentRefs: ['sg_t3', 'sg_t4'] }],
  decisions: [{ text: 'Open in March.', segmentRefs: ['sg_open'] }],
  actionItems: [
    {
      text: 'Draw the poster.',
      // With a character that changes the writing direction.
      ownerDisplayName: 'B\u202Een',
      dueDate: '2027-03-05',
      segmentRefs: ['sg_poster'],
    },
  ],
  topics: [{ title: 'Exhibition', text: 'When it opens.', segmentRefs: ['sg_t0'] }],
  generator: { name: 'scripted', version: '1' },
};

/** A meeting that is over, with a transcript and a summary. */
export async function spokenMeeting(world: ServerWorld, tenant: string = newRef('t')) {
  const { key, meetingRef } = await liveMeeting(world, tenant);
  const { db, clock } = world.ctx;
  await db
    .updateTable('meeting')
    .set({ state: 'ended', state_changed_at: clock.now(), started_at: clock.now() })
    .where('meeting_ref', '=', meetingRef)
    .execute();
  for (const [kind, content] of Object.entries({ transcript: TRANSCRIPT, summary: SUMMARY }))
    await db
      .updateTable('artifact')
      .set({
        status: 'available',
        result: 'complete',
        available_at: clock.now(),
        content: JSON.stringify(content),
        version: 3,
      })
      .where('meeting_ref', '=', meetingRef)
      .where('kind', '=', kind as 'transcript' | 'summary')
      .execute();
  return { key, meetingRef, tenant };
}
