// What a guest sees when a link cannot be used, and where the page keeps its secret: in this tab,
// until the link is dead.
import { expect, test } from 'vitest';
import { inState, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { until } from '../world/until.ts';

const { parley, client, guest, newMeeting } = await guestScene('Cleo', {});

const refused = () =>
  guest.page
    .getByRole('heading', { level: 1, name: 'This link is not valid or the meeting is over' })
    .waitFor();

/** Everything of this tab that outlives a reload. */
const keptByTab = () => guest.page.evaluate(() => ({ ...sessionStorage }));
const entryOf = (guestUrl: string) => ({
  [`parley.link.${/\/j\/(.*)#/.exec(guestUrl)?.[1]}`]: guestUrl.split('#k=')[1],
});

test('a link with a wrong secret and an unknown link show the same page', async () => {
  const { guestUrl } = await newMeeting('Wrong secret');
  for (const url of [
    guestUrl.replace(/#k=.*/, `#k=${'A'.repeat(43)}`),
    `${parley.url}/j/gl_000000000000000000000000#k=${'A'.repeat(43)}`,
  ]) {
    await guest.page.goto('about:blank');
    await guest.page.goto(url);
    await refused();
    await inState(guest, 'refused');
    expect(await keptByTab(), 'a link that was never valid is forgotten').toEqual({});
  }
});

test('a link to a cancelled meeting is refused', async () => {
  const { meetingRef, guestUrl } = await newMeeting('Cancelled');
  await client.meetings.cancel(meetingRef);
  await guest.page.goto('about:blank');
  await guest.page.goto(guestUrl);
  await refused();
  expect(await keptByTab()).toEqual({});
});

test('a tab forgets a link that is dead, and not one that still opens', async () => {
  const { meetingRef, guestLinkRef, guestUrl } = await newMeeting('Revoked');
  const other = await client.guestLinks.create(meetingRef);
  for (const url of [other.guestUrl, guestUrl]) {
    await guest.page.goto('about:blank');
    await guest.page.goto(url);
    await inState(guest, 'lobby');
  }
  expect(await keptByTab()).toEqual({ ...entryOf(guestUrl), ...entryOf(other.guestUrl) });
  await client.guestLinks.revoke(meetingRef, guestLinkRef);
  await guest.page.reload();
  await refused();
  expect(await keptByTab()).toEqual(entryOf(other.guestUrl));
  await client.meetings.cancel(meetingRef);
  await guest.page.goto(other.guestUrl.replace(/#.*/, ''));
  await refused();
  expect(await keptByTab()).toEqual({});
});

// Promise: 2
test('the lobby shows the title as text, says that it transcribes, and keeps no secret beyond the tab', async () => {
  const { guestUrl } = await newMeeting('<img src=x onerror=alert(1)> & co');
  const secret = guestUrl.split('#k=')[1] ?? '';
  const asked: string[] = [];
  guest.page.on('request', (request) => asked.push(request.url()));
  await guest.page.goto('about:blank');
  await guest.page.goto(guestUrl);
  await guest.page
    .getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)> & co' })
    .waitFor();
  await guest.page
    .getByText(/transcribed/i)
    .first()
    .waitFor();
  expect(guest.page.url()).not.toContain(secret);
  expect(asked.join('\n')).not.toContain(secret);
  expect(
    asked.every(
      (url) =>
        url.startsWith(parley.url) ||
        url.startsWith('blob:') ||
        url.startsWith('data:') ||
        url === 'about:blank',
    ),
  ).toBe(true);
  const stored = await guest.page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), document.cookie]),
  );
  expect(stored).not.toContain(secret);
});

test('a guest sees that the client ended the meeting, and the log holds neither title nor secret', async () => {
  const { meetingRef, guestUrl } = await newMeeting('Canary title 7411');
  await guest.page.goto('about:blank');
  await joinMeeting(guest, guestUrl);
  await until(
    'the meeting is in progress',
    60_000,
    async () => (await client.meetings.read(meetingRef)).meetingState === 'in_progress',
  );
  expect(await keptByTab()).toMatchObject(entryOf(guestUrl));
  await client.meetings.end(meetingRef);
  await guest.page.getByRole('heading', { level: 1, name: 'The meeting has ended' }).waitFor();
  await inState(guest, 'ended');
  expect(await keptByTab(), 'the link of a meeting that is over is forgotten').not.toMatchObject(
    entryOf(guestUrl),
  );
  const log = parley.output();
  for (const secret of ['Canary title 7411', guestUrl.split('#k=')[1] ?? '', parley.apiKey, 'Cleo'])
    expect(log).not.toContain(secret);
});
