// A microphone that is muted and unmuted quickly, as the guest page does it: the track stays and
// what it carries stops and goes on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS } from '../world/media/observed-guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { type CaseRow, caseRow } from './case-row.ts';
import {
  expectInOrder,
  LAST_WORDS,
  saidBy,
  timesSaid,
  TWO_CITIES,
} from '../world/speech/sentences.ts';

/** Even, so that the last one unmutes. */
const PRESSES = 8;
/** With the pause after it. */
const SENTENCE_MS = 2_000;
const rows: CaseRow[] = [];
let parley: Parley;
let client: ParleyClient;
let ana: Guest;

beforeAll(async () => {
  parley = await startParley();
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  ana = await openGuest('Ana', 'two_cities');
});

afterAll(async () => {
  console.table(rows);
  await ana.close();
  await clearAway(parley);
});

type Burst = { mutedMs: number; wholeMs: number };

/** How long it was muted, from press to press, and how long the pressing took. */
async function pressQuickly(): Promise<Burst> {
  const button = ana.page.getByRole('button', { name: /^(Mute|Unmute) microphone$/ });
  const pressedAtMs: number[] = [];
  for (let i = 0; i < PRESSES; i++) {
    await button.click();
    pressedAtMs.push(Date.now());
  }
  await ana.page.getByRole('button', { name: 'Mute microphone' }).waitFor();
  return {
    mutedMs: pressedAtMs.reduce((sum, atMs, i) => sum + (i % 2 ? atMs : -atMs), 0),
    wholeMs: Math.max(...pressedAtMs) - Math.min(...pressedAtMs),
  };
}

test('words between quick presses of Mute and Unmute, and after them, are all there, none twice', async () => {
  const { meetingRef } = await client.meetings.create({ title: 'Muting' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  await joinMeeting(ana, guestUrl);
  const captions = ana.page.getByRole('region', { name: 'Captions' });
  const bursts: Burst[] = [];
  for (const word of [/worst of times/i, /season of light/i, /direct to/i]) {
    await until(`a caption with ${word.source}`, CAPTIONED_WITHIN_MS, async () =>
      word.test(await captions.innerText()),
    );
    bursts.push(await pressQuickly());
  }
  await until('the last words are on the page', CAPTIONED_WITHIN_MS, async () =>
    LAST_WORDS.test(await captions.innerText()),
  );
  await client.meetings.end(meetingRef);
  const transcript = await client.transcripts.waitFor(meetingRef);
  const said = saidBy(transcript);
  const times = timesSaid(said, TWO_CITIES);
  rows.push({
    ...caseRow(
      parley,
      `muted and unmuted ${PRESSES / 2} times in each of ${bursts.length} bursts`,
      transcript,
      times,
    ),
    'muted ms': bursts.map(({ mutedMs }) => mutedMs).join(', '),
  });
  expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
  expect(Math.max(...times), said).toBe(1);
  // Each burst takes words out of the sentence that is being said, or of the two that it touches, or of more if the
  // machine is so busy that the presses take longer than a sentence.
  const spoiled = bursts.map(({ wholeMs }) => 2 + Math.floor(wholeMs / SENTENCE_MS));
  expect(times.filter((count) => count === 0).length, said).toBeLessThanOrEqual(
    spoiled.reduce((sum, count) => sum + count, 0),
  );
  expect([times[0], times.at(-1)], said).toEqual([1, 1]);
  expectInOrder(transcript, said, TWO_CITIES);
});
