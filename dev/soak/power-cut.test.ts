// kill -9 of every process in the middle of a sentence; the next start goes on where it was.
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS } from '../world/media/observed-guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

const SETTINGS = { PARLEY_EMPTY_ROOM_SECONDS: '2' };
let parley: Parley | undefined;
let guest: Guest | undefined;

afterAll(async () => {
  await guest?.close();
  if (parley) await clearAway(parley);
});

// Promise: I8
test('after a power cut mid-speech the meeting ends by itself, with the words said before it', async () => {
  parley = await startParley({ env: SETTINGS });
  const before = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await before.meetings.create({ title: 'Power cut' });
  const { guestUrl } = await before.guestLinks.create(meetingRef);
  const speaker = await openGuest('Dora', 'two_cities');
  guest = speaker;
  await joinMeeting(speaker, guestUrl);
  await until('speech is under way', CAPTIONED_WITHIN_MS, async () =>
    /wisdom|foolishness/i.test(
      await speaker.page.getByRole('region', { name: 'Captions' }).innerText(),
    ),
  );

  await parley.killTree();
  await speaker.close();
  guest = undefined;
  parley = await startParley({ env: { ...parley.env, ...SETTINGS }, dataDir: parley.dataDir });
  const after = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });

  await until(
    'the meeting ends',
    90_000,
    async () => (await after.meetings.read(meetingRef)).meetingState === 'ended',
  );
  const transcript = await after.transcripts.waitFor(meetingRef);
  const words = transcript.segments.map(({ text }) => text).join(' ');
  expect(words).toMatch(/best of times/i);
  expect(words).toMatch(/wisdom/i);
  expect(transcript.segments.filter(({ text }) => /best of times/i.test(text))).toHaveLength(1);
  const summary = await after.summaries.waitFor(meetingRef);
  expect(['complete', 'partial']).toContain(summary.result);
});
