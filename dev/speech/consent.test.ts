// Two guests of a meeting that asks: what one of them says becomes text, and nothing of the other is ever heard.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, inState, openGuest } from '../world/media/guest.ts';
import { picture } from '../world/media/guest-trouble.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

let parley: Parley;
let client: ParleyClient;
let anna: Guest;
let ben: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_EMPTY_ROOM_SECONDS: '2' } });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  [anna, ben] = await Promise.all([openGuest('Anna', 'plan'), openGuest('Ben', 'two_cities')]);
});

afterAll(async () => {
  await Promise.all([anna, ben].map((guest) => guest.close()));
  await clearAway(parley);
});

/** Opens the lobby, answers, and joins. */
async function join(guest: Guest, guestUrl: string, answer: 'Yes' | 'No'): Promise<void> {
  const { page } = guest;
  await page.goto(guestUrl);
  await page.getByRole('button', { name: 'Turn camera off' }).click();
  await page.getByRole('textbox', { name: 'Your name' }).fill(guest.name);
  const question = page.getByRole('radiogroup', { name: 'May what you say be transcribed?' });
  expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Join meeting' }).click();
  await page.getByText('Choose whether you may be transcribed.').waitFor();
  await question.getByRole('radio', { name: answer }).check();
  await picture(guest, `consent-${answer.toLowerCase()}`);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Join meeting' }).click();
  await inState(guest, 'joined');
}

const captionsOf = ({ page }: Guest) => page.getByRole('region', { name: 'Captions' }).innerText();

test('who declines is in the meeting like everybody else, and in no word of its transcript', async () => {
  const { meetingRef, guestLinks } = await client.meetings.create({
    title: 'Harbour museum',
    options: { transcription: 'consent' },
    guestLinks: [{}],
  });
  const guestUrl = guestLinks?.[0]?.guestUrl ?? '';
  await join(ben, guestUrl, 'No');
  await join(anna, guestUrl, 'Yes');
  const people = anna.page.getByRole('list', { name: 'People in the meeting' });
  await people.getByRole('listitem').filter({ hasText: 'Ben(Not transcribed)' }).waitFor({
    state: 'attached',
  });
  await until("Anna's words are shown", 60_000, async () => /friday/i.test(await captionsOf(ben)));
  expect(await captionsOf(anna)).not.toContain('Ben');

  await anna.page.getByRole('button', { name: 'Settings' }).click();
  const own = anna.page.getByRole('switch', { name: 'Transcribe what I say' });
  expect(await own.isChecked()).toBe(true);
  await own.uncheck();
  await until('Anna is not transcribed any more', 5_000, async () => {
    const { participants } = await client.participants.list(meetingRef);
    return participants.every(({ consent, consentAt }) => consent === 'declined' && consentAt);
  });

  await client.meetings.end(meetingRef);
  for (const guest of [anna, ben]) await inState(guest, 'ended');
  const transcript = await client.transcripts.waitFor(meetingRef);
  expect([transcript.result, transcript.reason]).toEqual(['complete', null]);
  expect(transcript.speakers.map(({ displayName }) => displayName)).toEqual(['Anna']);
  expect(transcript.segments.map(({ text }) => text).join(' ')).toMatch(/friday/i);
  const { participants } = await client.participants.list(meetingRef);
  const refOf = (name: string) =>
    participants.find(({ displayName }) => displayName === name)?.participantRef;
  // The last second of a visit is rounded by the media server: what Anna took back just before the end may not show.
  expect(transcript.gaps[0]).toMatchObject({
    participantRef: refOf('Ben'),
    reason: 'consent_declined',
  });
});
