// Two guests of a meeting that asks: what one of them says becomes text, and nothing of the other is ever heard. What
// Ben says is searched for in everything that was written, sent and shown.
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { button, type Guest, inState, openGuest } from '../world/media/guest.ts';
import { CAPTIONED_WITHIN_MS, hears, listenIn, picture } from '../world/media/observed-guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { webhookReceiver } from '../world/service/webhook-receiver.ts';
import { allLogs, allRows, spoolFiles } from '../world/service/what-is-kept.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

let parley: Parley;
let client: ParleyClient;
let anna: Guest;
let ben: Guest;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
/** What anybody was sent or shown. */
const shown: string[] = [];

beforeAll(async () => {
  receiver = await webhookReceiver();
  parley = await startParley({
    env: {
      PARLEY_EMPTY_ROOM_SECONDS: '2',
      PARLEY_LOG_LEVEL: 'debug',
      PARLEY_WEBHOOK_ALLOW_PRIVATE: '1',
    },
  });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  await client.webhooks.create({ url: receiver.url, eventTypes: ['*'] });
  [anna, ben] = await Promise.all([openGuest('Anna', 'plan'), openGuest('Ben', 'two_cities')]);
  await listenIn(anna);
});

afterAll(async () => {
  await Promise.all([anna, ben].map((guest) => guest.close()));
  await clearAway(parley);
});

/** Opens the lobby, answers, and joins, muted: all this may take long. */
async function join(guest: Guest, guestUrl: string, answer: 'Yes' | 'No'): Promise<void> {
  const { page } = guest;
  await page.goto(guestUrl);
  for (const name of ['Turn camera off', 'Mute microphone'])
    await page.getByRole('button', { name }).click();
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

/** Of what Ben says; Anna says none of it. */
const DECLINED = /best of times|worst of times|wisdom|foolishness|epoch|belief|incredulity|season/i;

async function readLiveWords(meetingRef: string): Promise<void> {
  for await (const words of client.transcripts.live(meetingRef, { interim: true }))
    shown.push(JSON.stringify(words));
}

const captionsOf = ({ page }: Guest) => page.getByRole('region', { name: 'Captions' }).innerText();

// Promise: 151, 154
test('a guest who declines is in the meeting like everyone else, and in no word of its transcript', async () => {
  const { meetingRef, guestLinks } = await client.meetings.create({
    title: 'Harbour museum',
    options: { transcription: 'consent' },
    guestLinks: [{}],
  });
  const guestUrl = guestLinks?.[0]?.guestUrl ?? '';
  await join(ben, guestUrl, 'No');
  await join(anna, guestUrl, 'Yes');
  // They begin to speak when both are there, however long that takes.
  for (const guest of [ben, anna]) await button(guest, 'Unmute microphone').click();
  await hears(anna);
  // The media server tells of who has come, and may do so late.
  await until('the meeting is in progress', 60_000, async () => {
    const { meetingState } = await client.meetings.read(meetingRef);
    return meetingState === 'in_progress';
  });
  const live = readLiveWords(meetingRef);
  const people = anna.page.getByRole('list', { name: 'People in the meeting' });
  await people.getByRole('listitem').filter({ hasText: 'Ben(Not transcribed)' }).waitFor({
    state: 'attached',
  });
  await until("Anna's words are shown", CAPTIONED_WITHIN_MS, async () =>
    /friday/i.test(await captionsOf(ben)),
  );
  expect(await captionsOf(anna)).not.toContain('Ben');
  // Anna's: there is no sound of Ben to be found later.
  expect((await spoolFiles(parley)).filter((path) => path.endsWith('.pcm'))).toHaveLength(1);

  await anna.page.getByRole('button', { name: 'Settings' }).click();
  const own = anna.page.getByRole('switch', { name: 'Transcribe what I say' });
  expect(await own.isChecked()).toBe(true);
  // It changes when the service has taken the answer.
  await own.click();
  await until('Anna is not transcribed any more', 60_000, async () => {
    const { participants } = await client.participants.list(meetingRef);
    return participants.every(({ consent, consentAt }) => consent === 'declined' && consentAt);
  });

  shown.push(await captionsOf(anna), await captionsOf(ben));
  await client.meetings.end(meetingRef);
  await live;
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

  const summary = await client.summaries.waitFor(meetingRef);
  const captions = await client.transcripts.readAs('text/vtt', meetingRef);
  const exported = Object.values(unzipSync(await client.meetings.export(meetingRef)));
  shown.push(
    JSON.stringify([transcript, summary]),
    captions,
    ...exported.map((file) => strFromU8(file)),
  );
});

// Promise: I14, 152
test('no word of who declined is in a row, a log, a live word, a caption, an event or an export', async () => {
  await until('the receiver was told', 60_000, () =>
    receiver.calls.some(({ body }) => body.includes('summary.available')),
  );
  const rows = await allRows(parley);
  expect([rows, shown.join('\n')].every((text) => /friday/i.test(text))).toBe(true);
  const everything = [rows, await allLogs(parley), JSON.stringify(receiver.calls), ...shown];
  expect(everything.filter((text) => DECLINED.test(text))).toEqual([]);
});
