// The main job, all the way, as a client and two guests live it: the product's own process, real browsers, real speech.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { testSpeechTable } from '../../setup/places.mjs';
import { button, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS } from '../world/media/observed-guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import {
  attributeOf,
  startTraceCollector,
  strays,
  type TraceCollector,
} from '../world/trace-collector.ts';
import { until } from '../world/until.ts';
import { wordErrorRate } from '../world/speech/word-error-rate.ts';

let parley: Parley;
let client: ParleyClient;
let collector: TraceCollector;
let guestUrl: string;
const guests: Guest[] = [];

beforeAll(async () => {
  collector = await startTraceCollector();
  parley = await startParley({
    env: {
      PARLEY_EMPTY_ROOM_SECONDS: '2',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    },
  });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
});

afterAll(async () => {
  await Promise.all(guests.map((guest) => guest.close()));
  await clearAway(parley);
  collector.close();
});

async function guest(name: string, speech: string): Promise<Guest> {
  const opened = await openGuest(name, speech);
  guests.push(opened);
  return opened;
}

/** The part of the human recording that is compared: its speaker leaves before the end, some sentences later. */
const upToWinter = (text: string): string => /^.*winter of/is.exec(text)?.[0] ?? '';

const captionsOf = (page: Guest['page']) =>
  page.getByRole('region', { name: 'Captions' }).innerText();

test('a meeting gets a transcript that names both speakers and a summary with its decision and task', async () => {
  const meeting = await client.meetings.create({ title: 'Release planning' });
  expect(meeting.meetingState).toBe('created');
  ({ guestUrl } = await client.guestLinks.create(meeting.meetingRef));
  const state = async () => (await client.meetings.read(meeting.meetingRef)).meetingState;

  const [anna, ben] = await Promise.all([guest('Anna', 'plan'), guest('Ben', 'two_cities')]);
  await Promise.all([anna, ben].map((one) => joinMeeting(one, guestUrl, 'off', 'off')));
  await until('the meeting is in progress', 60_000, async () => (await state()) === 'in_progress');
  await until('the scribe is in the room', 60_000, () =>
    parley.output().includes('the scribe is in the room'),
  );
  // They begin to speak when everybody is there, however long that takes.
  for (const one of [anna, ben]) await button(one, 'Unmute microphone').click();
  expect(anna.page.url()).not.toContain('#');

  for (const { page } of [anna, ben]) {
    await page.getByRole('list', { name: 'People in the meeting' }).waitFor({ state: 'attached' });
  }
  await until("Ben sees Anna's words as captions", CAPTIONED_WITHIN_MS, async () =>
    /friday/i.test(await captionsOf(ben.page)),
  );
  await until("Anna sees Ben's words as captions", CAPTIONED_WITHIN_MS, async () =>
    /age of wisdom/i.test(await captionsOf(anna.page)),
  );
  await until(
    "Anna's last words are spoken, and enough of Ben's",
    CAPTIONED_WITHIN_MS,
    async () => {
      const captions = await captionsOf(anna.page);
      return /numbers/i.test(captions) && /had (?:everything|nothing)/i.test(captions);
    },
  );

  await anna.page.getByRole('button', { name: 'Leave meeting' }).click();
  await inState(anna, 'left');
  expect(await state()).toBe('in_progress');
  await ben.page.getByRole('button', { name: 'Leave meeting' }).click();
  await inState(ben, 'left');
  await anna.page.getByRole('heading', { level: 1, name: 'You left the meeting' }).waitFor();
  await until('the meeting ends', 60_000, async () => (await state()) === 'ended');

  const transcript = await client.transcripts.waitFor(meeting.meetingRef);
  expect(transcript.result).toBe('complete');
  const wordsOf = (name: string) => {
    const speaker = transcript.speakers.find(({ displayName }) => displayName === name)?.speakerRef;
    return transcript.segments
      .filter(({ speakerRef }) => speakerRef === speaker)
      .map(({ text }) => text)
      .join(' ');
  };
  const { texts, humanText } = testSpeechTable();
  expect(transcript.speakers.map(({ displayName }) => displayName).sort()).toEqual(['Anna', 'Ben']);
  expect(wordErrorRate(texts['plan'] ?? '', wordsOf('Anna'))).toBeLessThanOrEqual(0.15);
  const [read, heard] = [upToWinter(humanText), upToWinter(wordsOf('Ben'))];
  expect(wordErrorRate(read, heard), wordsOf('Ben')).toBeLessThanOrEqual(0.15);
  const starts = transcript.segments.map(({ startMs }) => startMs);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));

  const summary = await client.summaries.waitFor(meeting.meetingRef);
  expect(summary.result).toBe('complete');
  expect(summary.decisions.map(({ text }) => text).join('\n')).toMatch(/release.*friday/i);
  const task = summary.actionItems.find(({ text }) => /send.*report/i.test(text));
  expect(task?.ownerDisplayName).toBe('Anna');
  expect(task?.dueDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const refs = new Set(transcript.segments.map(({ segmentRef }) => segmentRef));
  for (const item of [...summary.keyPoints, ...summary.decisions, ...summary.actionItems]) {
    expect(item.segmentRefs.length).toBeGreaterThan(0);
    expect(item.segmentRefs.every((ref) => refs.has(ref))).toBe(true);
  }
});

test('that meeting is one trace, from its creation through media and recognition to the summary', async () => {
  await parley.stop();
  const { spans } = collector;
  // The scribe sends its own; it may end a moment after its parent.
  await until('the spans of every process have come', 30_000, () =>
    spans.some(({ name }) => name === 'attend_meeting'),
  );
  expect([...new Set(spans.map(({ name }) => name))]).toEqual(
    expect.arrayContaining([
      'createMeeting',
      'createGuestLink',
      'joinMeeting',
      'media_participant_joined',
      'attend_meeting',
      'media_participant_left',
      'finish_transcript',
      'write_summary',
    ]),
  );
  expect(spans.filter(({ name }) => name === 'joinMeeting')).toHaveLength(2);
  expect(strays(spans, 'createMeeting')).toEqual([]);
  const meetings = new Set(spans.map((span) => attributeOf(span, 'parley.meeting_ref')));
  expect([...meetings]).toEqual([expect.stringMatching(/^mtg_/)]);
  const everything = JSON.stringify(spans);
  for (const secret of [
    'Release planning',
    'Anna',
    'Ben',
    'friday',
    guestUrl.split('#k=')[1] ?? '',
  ])
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase());
  expect([...collector.authorizations]).toEqual(['Bearer collector']);
});
