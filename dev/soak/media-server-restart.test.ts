// A guest's own page comes back by itself when the media server died: what is said from then on
// must be in the transcript.
// The page opens the microphone anew, and Chromium's played one begins its recording again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS } from '../world/media/observed-guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { signalFirst } from '../world/speech/voices.ts';
import { type CaseRow, caseRow } from './case-row.ts';
import { LAST_WORDS, saidBy, timesSaid, TWO_CITIES } from '../world/speech/sentences.ts';

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

test('when the media server is killed mid-word, all words but those of the reported outage are there', async () => {
  const { meetingRef } = await client.meetings.create({ title: 'Outage' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  await joinMeeting(ana, guestUrl);
  const captions = ana.page.getByRole('region', { name: 'Captions' });
  await until('three sentences are on the page', CAPTIONED_WITHIN_MS, async () =>
    /wisdom/i.test(await captions.innerText()),
  );
  // It may last no longer than this process takes to look.
  const noticed = inState(ana, 'reconnecting');
  await signalFirst(parley, 'livekit', 'SIGKILL');
  const killedAtMs = Date.now();
  await noticed;
  await inState(ana, 'joined', 60_000);
  const awayMs = Date.now() - killedAtMs;
  await until('the last words are on the page', CAPTIONED_WITHIN_MS, async () =>
    LAST_WORDS.test(await captions.innerText()),
  );
  await client.meetings.end(meetingRef);
  const transcript = await client.transcripts.waitFor(meetingRef);
  const said = saidBy(transcript);
  const row = caseRow(
    parley,
    'media server killed, the page comes back',
    transcript,
    timesSaid(said, TWO_CITIES),
  );
  rows.push({ ...row, 'page away ms': awayMs });
  expect([transcript.result, transcript.reason]).toEqual(['partial', 'audio_missing']);
  const [before = '', ...after] = said
    .split(/(?=it was the best of times)/i)
    .filter((part) => /best of times/i.test(part));
  expect(timesSaid(before, TWO_CITIES).slice(0, 3), said).toEqual([1, 1, 1]);
  const times = timesSaid(after.join(' '), TWO_CITIES);
  expect(Math.max(...times), said).toBe(1);
  // One or two may be misheard.
  expect(times.filter((count) => count === 0).length, said).toBeLessThanOrEqual(2);
  expect(
    row['lost s, as reported'],
    'what is reported lost is about as long as nobody was heard',
  ).toBeGreaterThan(awayMs / 1000 - 3);
  expect(row['lost s, as reported']).toBeLessThan(awayMs / 1000 + 10);
});
