// A meeting that is over, with a transcript and a summary.
import { newRef } from '../../../src/core/ids.ts';
import { liveMeeting } from './live-meeting.ts';
import type { ServerWorld } from './server-world.ts';

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
      ownerDisplayName: 'Ben',
      dueDate: '2027-03-05',
      segmentRefs: ['sg_poster'],
    },
  ],
  topics: [{ title: 'Exhibition', text: 'When it opens.', segmentRefs: ['sg_t0'] }],
  generator: { name: 'scripted', version: '1' },
};

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
