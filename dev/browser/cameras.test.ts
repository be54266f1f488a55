// Two guests with cameras: each sees the other, and a guest who turns the camera off becomes initials again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../clients/sdk-typescript/client.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';

let parley: Parley;
let guests: Guest[] = [];

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  guests = await Promise.all([openGuest('Eva', null), openGuest('Finn', null)]);
});

afterAll(async () => {
  await Promise.all(guests.map((guest) => guest.close()));
  await clearAway(parley);
});

const movingPictures = (guest: Guest): Promise<number> =>
  guest.page.evaluate(
    () =>
      [...document.querySelectorAll('video')].filter(
        (video) => video.videoWidth > 0 && !video.paused && video.currentTime > 0,
      ).length,
  );

test('each guest sees the picture of the other until its camera is turned off', async () => {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title: 'Pictures' });
  const { guestUrl } = await client.guestLinks.create(meetingRef);
  for (const guest of guests) await joinMeeting(guest, guestUrl, 'on');
  const [eva, finn] = guests;
  if (!eva || !finn) throw new Error('two guests were opened');
  await expect.poll(() => movingPictures(eva), { timeout: 30_000 }).toBe(2);
  await expect.poll(() => movingPictures(finn), { timeout: 30_000 }).toBe(2);
  await finn.page.getByRole('button', { name: 'Turn camera off' }).click();
  await expect.poll(() => movingPictures(eva), { timeout: 30_000 }).toBe(1);
  const people = eva.page.getByRole('list', { name: 'People in the meeting' });
  expect(await people.innerText()).toContain('Finn');
});
