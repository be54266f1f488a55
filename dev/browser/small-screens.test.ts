// The guest page on phones and in small frames: nothing covers anything else, and every control is in sight.
import type { WebSocketRoute } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import { besidesDuring, button, type Guest, inState, joinMeeting } from '../world/media/guest.ts';
import { openCrowd } from '../world/media/crowd.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { knock, meetingWithHosts, waitingRoom } from '../world/media/waiting-scene.ts';
import { sayCaptions } from '../world/speech/read-captions.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung';
const TITLE = `${LONG}: Quartalsplanung und Abstimmung der Zuständigkeiten im Hafenmuseum`;

const scene = await guestScene('Ben', {});
const { client, parley, newMeeting } = scene;

/** All tests run side by side, each with pages of its own. */
const openPage = (context: TestContext, name = 'Anna') => besidesDuring(context, scene.guest, name);

test.concurrent(
  'on a phone on its side a long title hides neither the language nor that the meeting is transcribed',
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl } = await newMeeting(TITLE);
    await anna.page.setViewportSize({ width: 667, height: 375 });
    await anna.page.goto(guestUrl);
    await inState(anna, 'lobby');
    expect(await isCovered(anna, 'h1 bdi', '#language')).toBe(false);
    await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
    await button(anna, 'Join meeting').click();
    await inState(anna, 'joined');
    await anna.page.locator('.chip', { hasText: 'Transcribed' }).waitFor();
  },
);

test.concurrent(
  'who is alone reads so on the own picture, beside the name, on a phone, on its side and on a tablet',
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl } = await newMeeting();
    await joinMeeting(anna, guestUrl);
    const box = async (part: string) =>
      (await anna.page.locator(part).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const place = async () => {
      const [words, tile] = [await box('.alone'), await box('.tile')];
      const [name, face] = [await box('.tile-label'), await box('.tile .avatar')];
      const bottom = words.y + words.height;
      return {
        isInTile: words.y > tile.y && bottom <= tile.y + tile.height,
        isBesideName: words.x > name.x + name.width || bottom < name.y,
        isBelowFace: words.y > face.y + face.height,
      };
    };
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [667, 375],
    ] as const) {
      await anna.page.setViewportSize({ width, height });
      await context.expect
        .poll(place, { message: `${width} by ${height}` })
        .toEqual({ isInTile: true, isBesideName: true, isBelowFace: true });
    }
  },
);

test.concurrent(
  'on a phone in landscape the transcription mark covers neither errors nor captions',
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl } = await newMeeting();
    await anna.page.addInitScript(() =>
      localStorage.setItem('parley.preferences', '{"captionPlace":"top"}'),
    );
    await anna.page.setViewportSize({ width: 667, height: 375 });
    let signalling: WebSocketRoute | undefined;
    await anna.page.routeWebSocket(/\/rtc/, (socket) => {
      // The first connection alone: none comes after it.
      if (signalling) return void socket.close();
      signalling = socket;
      socket.connectToServer();
    });
    await joinMeeting(anna, guestUrl, 'off', 'off');
    expect(await isCovered(anna, '.captions', '.chip')).toBe(false);
    await signalling?.close();
    await inState(anna, 'reconnecting');
    await anna.page.locator('.banner').waitFor();
    expect(await isCovered(anna, '.banner', '.chip')).toBe(false);
  },
);

test.concurrent(
  'on a narrow phone the marks beside the title stay on the page and leave it room',
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl } = await newMeeting(`${LONG}: Quartalsplanung`);
    await anna.page.addInitScript(() =>
      localStorage.setItem('parley.preferences', '{"audioOnly":true}'),
    );
    await anna.page.setViewportSize({ width: 320, height: 640 });
    await joinMeeting(anna, guestUrl, 'off', 'off');
    const mark = anna.page.locator('.chip', { hasText: 'Audio only' });
    expect(await mark.evaluate((box) => box.getBoundingClientRect().right)).toBeLessThanOrEqual(
      320,
    );
    const title = await boxOf(anna, '.meeting-header h1');
    expect(title.width).toBeGreaterThan(80);
  },
);

test.concurrent(
  "on a phone on its side, below the browser's own bar, every control is in sight",
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl } = await newMeeting();
    await anna.page.setViewportSize({ width: 740, height: 300 });
    await joinMeeting(anna, guestUrl, 'off', 'off');
    await button(anna, 'Leave meeting').waitFor();
    const bottoms = await anna.page
      .locator('.controls button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(bottoms.length).toBeGreaterThan(4);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(300);
  },
);

/** Whether another part lies over the words of one. */
function isCovered({ page }: Guest, part: string, by: string): Promise<boolean> {
  return page.evaluate(
    ([words, other]) => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(words) ?? document.body);
      const cover = document.querySelector(other)?.getBoundingClientRect() ?? new DOMRect();
      return [...range.getClientRects()].some(
        (line) =>
          line.right > cover.left &&
          line.left < cover.right &&
          line.bottom > cover.top &&
          line.top < cover.bottom,
      );
    },
    [part, by] as const,
  );
}

/** In CSS pixels. A part that is not there has no size. */
async function boxOf({ page }: Guest, part: string) {
  return (await page.locator(part).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

test.concurrent('on a phone a host can admit a guest with the longest name', async (context) => {
  const anna = await openPage(context);
  const { guestUrl, hostUrl } = await meetingWithHosts(client, { admission: 'ask' });
  await anna.page.setViewportSize({ width: 320, height: 640 });
  await joinMeeting(anna, hostUrl, 'off', 'off');
  const cleo = await openPage(context, LONG);
  await knock(cleo, guestUrl);
  const admit = await waitingRoom(anna)
    .getByRole('button', { name: `Admit ${LONG}` })
    .boundingBox();
  const list = await waitingRoom(anna).boundingBox();
  expect((admit?.x ?? 0) + (admit?.width ?? 0)).toBeLessThan((list?.x ?? 0) + (list?.width ?? 0));
});

test.concurrent('the menu of a small frame is not cut off at an edge', async (context) => {
  const anna = await openPage(context);
  const { guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 360, height: 480 });
  await joinMeeting(anna, guestUrl, 'off', 'off');
  await button(anna, 'More actions').click();
  const { x, y, width } = await boxOf(anna, '.popup-sheet');
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(360);
});

test.concurrent(
  'a host reads all of the menu of a person at the end of the list',
  async (context) => {
    const anna = await openPage(context);
    const { guestUrl, hostUrl } = await meetingWithHosts(client, {});
    await anna.page.setViewportSize({ width: 1280, height: 580 });
    await joinMeeting(anna, hostUrl, 'off', 'off');
    const crowd = await openCrowd(parley, guestUrl, scene.guest.browser);
    context.onTestFinished(() => crowd.close());
    for (const name of ['Ines', 'Marek', 'Sunita']) await crowd.enter(name);
    await button(anna, 'People').click();
    await anna.page
      .getByRole('button', { name: /^More options for/ })
      .nth(2)
      .click();
    const [menu, panel] = [await boxOf(anna, '.popup-sheet'), await boxOf(anna, '.panel-body')];
    expect(menu.height).toBeGreaterThan(0);
    expect(menu.y + menu.height).toBeLessThanOrEqual(panel.y + panel.height);
  },
);

test.concurrent(
  'on a phone on its side who waits reads the title, and each answer stands beside its choice',
  async (context) => {
    const anna = await openPage(context);
    const { guestLinks } = await client.meetings.create({
      title: TITLE,
      options: { admission: 'ask', transcription: 'consent' },
      guestLinks: [{}],
    });
    await anna.page.setViewportSize({ width: 568, height: 320 });
    await anna.page.goto(guestLinks?.[0]?.guestUrl ?? '');
    await anna.page.getByRole('radio', { name: 'Yes' }).waitFor();
    const offsets = await anna.page.locator('.consent label').evaluateAll((labels) =>
      labels.map((label) => {
        const word = document.createRange();
        word.selectNodeContents(label.lastChild ?? label);
        const middle = ({ y, height }: DOMRect) => y + height / 2;
        const circle = label.querySelector('input')?.getBoundingClientRect() ?? new DOMRect();
        return Math.abs(middle(circle) - middle(word.getBoundingClientRect()));
      }),
    );
    expect(offsets).toHaveLength(2);
    expect(Math.max(...offsets)).toBeLessThan(3);
    await anna.page.getByRole('radio', { name: 'Yes' }).check();
    await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
    await button(anna, 'Join meeting').click();
    await inState(anna, 'waiting');
    expect(await isCovered(anna, '.waiting-title bdi', '#language')).toBe(false);
  },
);

test.concurrent('at 400 % zoom captions leave room for a shared screen', async (context) => {
  const anna = await openPage(context);
  const { meetingRef, guestUrl } = await newMeeting();
  await anna.page.setViewportSize({ width: 320, height: 256 });
  await joinMeeting(anna, guestUrl, 'off', 'off');
  const crowd = await openCrowd(parley, guestUrl, scene.guest.browser);
  context.onTestFinished(() => crowd.close());
  const { participantRef } = await crowd.enter('Ines', { screen: 'silent' });
  const line = { participantRef, utteranceRef: 'u1', text: 'as long as this '.repeat(12) };
  await context.expect
    .poll(async () => {
      await sayCaptions(parley, meetingRef, [{ kind: 'final', ...line }]);
      return anna.page.locator('.caption').count();
    })
    .toBe(1);
  await anna.page.locator('.tile[data-source="screen"]').waitFor();
  const layout = async () => {
    const screen = await boxOf(anna, '.tile[data-source="screen"]');
    const isAbove = screen.y + screen.height <= (await boxOf(anna, '.captions')).y;
    return { isSeen: screen.height > 48, isAbove };
  };
  await context.expect.poll(layout).toEqual({ isSeen: true, isAbove: true });
});
