// What costs guests nothing: a part of the page that does not load, a panel closed while writing, a
// phone on its side, long words, waiting.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { besides, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung';

let parley: Parley;
let client: ParleyClient;
let ben: Guest;
let anna: Guest;

beforeAll(async () => {
  parley = await startParley();
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  ben = await openGuest(`Maximiliane-Theodora von ${LONG.slice(0, 30)}`, null);
});

beforeEach(async () => {
  anna = await besides(ben, 'Anna');
});

afterEach(async () => {
  await anna.page.context().close();
  await ben.page.goto('about:blank');
});

afterAll(async () => {
  await ben.close();
  await clearAway(parley);
});

async function newMeeting(title = 'Harbour museum') {
  const { meetingRef } = await client.meetings.create({ title });
  return { meetingRef, guestUrl: (await client.guestLinks.create(meetingRef)).guestUrl };
}

const button = ({ page }: Guest, name: string) => page.getByRole('button', { name, exact: true });
const message = ({ page }: Guest) => page.getByRole('textbox', { name: 'Message' });

test('a panel that does not load costs nobody the meeting, and opens with the next press', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.route('**/assets/chat-panel-*.js', (route) => route.abort());
  await joinMeeting(anna, guestUrl);
  await button(anna, 'Open chat').click();
  await button(anna, 'Try again').waitFor();
  await inState(anna, 'joined');
  await anna.page.unroute('**/assets/chat-panel-*.js');
  await button(anna, 'Try again').click();
  await message(anna).waitFor();
});

test('a panel that was never opened opens while the network is away', async () => {
  const { guestUrl } = await newMeeting();
  const loaded = anna.page.waitForResponse('**/assets/chat-panel-*.js');
  await joinMeeting(anna, guestUrl);
  await loaded;
  await anna.page.context().setOffline(true);
  await button(anna, 'Open chat').click();
  await message(anna).waitFor();
});

test('a half-written message survives other panels, and Escape while composing a word closes nothing', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  await button(anna, 'Open chat').click();
  await message(anna).fill('half a thou');
  await message(anna).evaluate((field) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true }),
    ),
  );
  await message(anna).waitFor();
  await button(anna, 'People').click();
  await anna.page.getByRole('heading', { level: 2, name: 'People' }).waitFor();
  // The panel that went gives the focus back to nobody who has moved on.
  await anna.page.keyboard.press('Escape');
  await expect
    .poll(() => anna.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('People');
  await button(anna, 'Open chat').click();
  expect(await message(anna).inputValue()).toBe('half a thou');
});

test('a long name and a long word stay within the chat', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(ben, guestUrl);
  await joinMeeting(anna, guestUrl);
  await button(anna, 'Open chat').click();
  await button(ben, 'Open chat').click();
  await message(ben).fill(`${LONG}${LONG}`);
  await message(ben).press('Enter');
  await anna.page.getByRole('log').getByText(LONG).waitFor();
  const within = await anna.page.getByRole('log').evaluate((log) => {
    const inner = log.getBoundingClientRect();
    return [...log.querySelectorAll('.chat-from, .chat-text')].map(
      (part) => part.getBoundingClientRect().right <= inner.right,
    );
  });
  expect(within).toEqual([true, true]);
});

test('on a phone on its side a long title hides neither the language nor that the meeting is transcribed', async () => {
  const { guestUrl } = await newMeeting(
    `${LONG}: Quartalsplanung und Abstimmung der Zuständigkeiten im Hafenmuseum`,
  );
  await anna.page.setViewportSize({ width: 667, height: 375 });
  await anna.page.goto(guestUrl);
  await inState(anna, 'lobby');
  const overlaps = await anna.page.evaluate(() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('h1 bdi') ?? document.body);
    const choice = document.querySelector('#language')?.getBoundingClientRect() ?? new DOMRect();
    const lies = (line: DOMRect) =>
      line.right > choice.left &&
      line.left < choice.right &&
      line.bottom > choice.top &&
      line.top < choice.bottom;
    return [...words.getClientRects()].some(lies);
  });
  expect(overlaps).toBe(false);
  await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
  await button(anna, 'Join meeting').click();
  await inState(anna, 'joined');
  await anna.page.locator('.chip', { hasText: 'Transcribed' }).waitFor();
});

test('on a phone the lobby says that it transcribes before it asks for the name, without scrolling', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 390, height: 664 });
  await anna.page.goto(guestUrl);
  const notice = anna.page.locator('p', { hasText: 'This meeting is transcribed.' });
  await notice.waitFor();
  await anna.page.locator('.preview video').waitFor();
  const bottom = await notice.evaluate((words) => words.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(664);
  const name = anna.page.getByRole('textbox', { name: 'Your name' });
  expect(await name.evaluate((field) => field.getBoundingClientRect().top)).toBeGreaterThan(bottom);
  const join = anna.page.getByRole('button', { name: 'Join meeting', description: /transcribed/ });
  expect(await join.count()).toBe(1);
});

test.each([
  [390, 844],
  [820, 1180],
  [667, 375],
])(
  'who is alone at %i by %i reads so on the own picture, beside the name',
  async (width, height) => {
    const { guestUrl } = await newMeeting();
    await anna.page.setViewportSize({ width, height });
    await joinMeeting(anna, guestUrl);
    const box = async (part: string) =>
      (await anna.page.locator(part).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [words, tile, name] = [await box('.alone'), await box('.tile'), await box('.tile-label')];
    expect(words.y).toBeGreaterThan(tile.y);
    expect(words.y + words.height).toBeLessThanOrEqual(tile.y + tile.height);
    const isBeside = words.x > name.x + name.width || words.y + words.height < name.y;
    expect(isBeside).toBe(true);
    const face = await box('.tile .avatar');
    expect(words.y).toBeGreaterThan(face.y + face.height);
  },
);

test('on a phone on its side the mark of transcription covers neither what is wrong nor captions above', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.addInitScript(() =>
    localStorage.setItem('parley.preferences', '{"captionPlace":"top"}'),
  );
  await anna.page.setViewportSize({ width: 667, height: 375 });
  await joinMeeting(anna, guestUrl);
  const covered = (part: string) =>
    anna.page.evaluate((of) => {
      const mark = document.querySelector('.chip')?.getBoundingClientRect() ?? new DOMRect();
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(of) ?? document.body);
      const lies = (words: DOMRect) =>
        words.right > mark.left &&
        words.left < mark.right &&
        words.bottom > mark.top &&
        words.top < mark.bottom;
      return [...range.getClientRects()].some(lies);
    }, part);
  expect(await covered('.captions')).toBe(false);
  await anna.page.context().setOffline(true);
  await inState(anna, 'reconnecting');
  await anna.page.locator('.banner').waitFor();
  expect(await covered('.banner')).toBe(false);
});

test('who has a camera is a colored circle until the first picture of it is there, not an empty tile', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl, 'on');
  await anna.page.locator('.tile video').waitFor();
  expect(await anna.page.locator('.tile .avatar').count()).toBe(1);
  const onTop = await anna.page.evaluate(() => {
    const { left, top, width, height } =
      document.querySelector('.tile')?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName;
  });
  expect(onTop).toBe('VIDEO');
});

test('on a narrow phone the marks beside the title stay on the page and leave it room', async () => {
  const { guestUrl } = await newMeeting(`${LONG}: Quartalsplanung`);
  await anna.page.addInitScript(() =>
    localStorage.setItem('parley.preferences', '{"audioOnly":true}'),
  );
  await anna.page.setViewportSize({ width: 320, height: 640 });
  await joinMeeting(anna, guestUrl);
  const mark = anna.page.locator('.chip', { hasText: 'Audio only' });
  expect(await mark.evaluate((box) => box.getBoundingClientRect().right)).toBeLessThanOrEqual(320);
  expect(
    await anna.page
      .locator('.meeting-header h1')
      .evaluate((title) => title.getBoundingClientRect().width),
  ).toBeGreaterThan(80);
});

test("on a phone on its side, below the browser's own bar, every control is in sight", async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 740, height: 300 });
  await joinMeeting(anna, guestUrl);
  const bottoms = await anna.page
    .locator('.controls button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(bottoms.length).toBeGreaterThan(4);
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(300);
});

test('in a small frame the words about the microphone stand clear of its switch', async () => {
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 400, height: 300 });
  await anna.page.goto(guestUrl);
  const edge = async (part: string, of: 'top' | 'bottom') =>
    anna.page.locator(part).evaluate((box, side) => box.getBoundingClientRect()[side], of);
  expect(await edge('.preview-sound', 'bottom')).toBeLessThan(
    await edge('.preview-switches', 'top'),
  );
});

test('that somebody wrote is no longer said over the chat in which it stands', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  await joinMeeting(ben, guestUrl);
  await button(ben, 'Open chat').click();
  await message(ben).fill('Good morning');
  await message(ben).press('Enter');
  const toast = anna.page.locator('.toast', { hasText: 'Message from' });
  await toast.waitFor();
  await button(anna, 'Open chat').click();
  await anna.page.getByText('Good morning').waitFor();
  expect(await toast.count()).toBe(0);
});

test('a menu that is left by the Tab key closes behind the guest', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  await button(anna, 'More actions').click();
  const sheet = anna.page.locator('.popup-sheet');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor();
  await anna.page.keyboard.press('Shift+Tab');
  await sheet.waitFor({ state: 'detached' });
});

test('a guest who waits in the lobby sees that the others have begun, and that the meeting is over', async () => {
  const { meetingRef, guestUrl } = await newMeeting();
  await anna.page.clock.install();
  await anna.page.goto(guestUrl);
  await anna.page.getByText('Nobody is here yet').waitFor();
  await joinMeeting(ben, guestUrl);
  const later = async (words: string) => {
    await anna.page.clock.fastForward(60_000);
    return anna.page.getByText(words).isVisible();
  };
  await until('the meeting is said to run', 20_000, () => later('The meeting is running'));
  await client.meetings.end(meetingRef);
  await until('the meeting is said to be over', 20_000, () =>
    later('This link is not valid or the meeting is over'),
  );
  await anna.page.getByText('while this page was open').waitFor();
});

test('a lobby that warns of another tab takes it back when that one leaves', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(anna, guestUrl);
  const second = await anna.page.context().newPage();
  await second.goto(guestUrl);
  const warning = second.getByText('You are already in this meeting');
  await warning.waitFor();
  await button(anna, 'Leave meeting').click();
  await warning.waitFor({ state: 'detached' });
});
