// What a guest sees who cannot get in, is put out, or is elsewhere: the cause, what to do, and a way back in.
import type { Route } from 'playwright-core';
import { expect, test, type TestContext } from 'vitest';
import {
  besidesDuring,
  button,
  inState,
  joinMeeting,
  leaveMeeting,
  peopleSeenBy,
} from '../world/media/guest.ts';
import { guestScene, showsEnd } from '../world/media/guest-scene.ts';
import { picture } from '../world/media/observed-guest.ts';
import { knock, meetingWithHosts } from '../world/media/waiting-scene.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const { client, guest: first, newMeeting } = await guestScene('Anna', { PARLEY_SPEECH: 'off' });

/** Some of these tests wait for time limits, so all run side by side, the longest first, with pages of their own. */
const openPage = (context: TestContext, name: string) => besidesDuring(context, first, name);

test.concurrent(
  'a firewall that blocks only media is distinguished from one that blocks the whole meeting',
  async (context) => {
    const { guestUrl } = await newMeeting();
    const gus = await openPage(context, 'Gus');
    // The browser may use relays only, and none is offered: no way for sound is open.
    await gus.page.addInitScript(() => {
      const Real = RTCPeerConnection;
      globalThis.RTCPeerConnection = class extends Real {
        constructor(configuration?: RTCConfiguration) {
          super({ ...configuration, iceTransportPolicy: 'relay' });
        }
        override setConfiguration(configuration?: RTCConfiguration): void {
          super.setConfiguration({ ...configuration, iceTransportPolicy: 'relay' });
        }
      };
    });
    await gus.page.goto(guestUrl);
    await gus.page.getByRole('textbox', { name: 'Your name' }).fill('Gus');
    await button(gus, 'Join meeting').click();
    await gus.page
      .getByText(/blocks sound and video, by UDP and by TCP/)
      .waitFor({ timeout: 60_000 });
    await gus.page.getByRole('link', { name: 'Check your connection' }).waitFor();
  },
);

test.concurrent('a browser that cannot run the page at all is told what to do', async (context) => {
  const { guestUrl } = await newMeeting();
  const eva = await openPage(context, 'Eva');
  await eva.page.route('**/assets/*.js', (route) => route.abort());
  await eva.page.goto(guestUrl);
  await eva.page.getByText('this browser may be too old').waitFor();
  await picture(eva, 'page-late');
  expect(await violations(eva.page)).toEqual([]);
});

test.concurrent(
  'a guest of a full meeting is told so, and joins with one press once someone has left',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const ben = await openPage(context, 'Ben');
    const { guestUrl } = await meetingWithHosts(client, { maxParticipants: 2 });
    const cleo = await openPage(context, 'Cleo');
    for (const guest of [anna, ben]) await joinMeeting(guest, guestUrl, 'off', 'off');
    await cleo.page.goto(guestUrl);
    await cleo.page.getByRole('textbox', { name: 'Your name' }).fill('Cleo');
    await button(cleo, 'Join meeting').click();
    await inState(cleo, 'error');
    await showsEnd(cleo, 'The meeting is full', /no room left/, 'Try again');
    const answered = cleo.page.waitForResponse('**/join');
    await button(cleo, 'Try again').click();
    await answered;
    await showsEnd(cleo, 'The meeting is full', /no room left/, 'Try again');
    await leaveMeeting(ben);
    await button(cleo, 'Try again').click();
    await inState(cleo, 'joined');
    await until('Anna sees Cleo', 60_000, async () =>
      (await peopleSeenBy(anna)).some((one) => one.includes('Cleo')),
    );
  },
);

test.concurrent(
  'a host who admits somebody to a full meeting is told that it is full',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const ben = await openPage(context, 'Ben');
    const options = { admission: 'ask', maxParticipants: 1 } as const;
    const { guestUrl, hostUrl } = await meetingWithHosts(client, options);
    await joinMeeting(anna, hostUrl, 'off', 'off');
    await knock(ben, guestUrl);
    await button(anna, 'Admit Ben').click();
    await anna.page.getByRole('status').getByText('There is no room left.').waitFor();
  },
);

test.concurrent(
  'a full meeting admits as many as it has places for, and tells the host why the others still wait',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const ben = await openPage(context, 'Ben');
    const options = { admission: 'ask', maxParticipants: 2 } as const;
    const { guestUrl, hostUrl } = await meetingWithHosts(client, options);
    await joinMeeting(anna, hostUrl, 'off', 'off');
    const cleo = await openPage(context, 'Cleo');
    for (const guest of [ben, cleo]) await knock(guest, guestUrl);
    await button(anna, 'Admit Cleo').waitFor();
    await button(anna, 'Admit everyone').click();
    await inState(ben, 'joined');
    await anna.page.getByRole('status').getByText('There is no room left.').waitFor();
    await button(anna, 'Admit Cleo').waitFor();
  },
);

test.concurrent(
  'a guest whose link is revoked is taken out, learns why, and cannot come back by it',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const ben = await openPage(context, 'Ben');
    const { meetingRef, guestLinkRef, guestUrl } = await newMeeting();
    const other = await client.guestLinks.create(meetingRef);
    await joinMeeting(ben, other.guestUrl, 'off', 'off');
    await joinMeeting(anna, guestUrl, 'off', 'off');
    await client.guestLinks.revoke(meetingRef, guestLinkRef);
    await inState(anna, 'refused');
    await showsEnd(
      anna,
      'This link is not valid or the meeting is over',
      /taken out of the meeting/,
      'Try again',
    );
    await button(anna, 'Try again').click();
    await anna.page.getByText(/the link became invalid, while this page was open/).waitFor();
  },
);

test.concurrent(
  'a service that cannot be reached, or is busy, is named, and the next try opens the lobby',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const { guestUrl } = await newMeeting();
    let refuse = (route: Route) => route.abort();
    await anna.page.route('**/lobby', (route) => refuse(route));
    await anna.page.goto(guestUrl);
    await showsEnd(
      anna,
      'The meeting cannot be reached',
      /Check your internet connection/,
      'Try again',
    );
    refuse = (route) => route.fulfill({ status: 503 });
    await button(anna, 'Try again').click();
    await showsEnd(anna, 'The meeting service is busy', /Wait a moment/, 'Try again');
    await anna.page.unroute('**/lobby');
    await button(anna, 'Try again').click();
    await inState(anna, 'lobby');
  },
);

test.concurrent(
  'a page whose scripts cannot be loaded says so instead of staying empty, and the next try works',
  async (context) => {
    const anna = await openPage(context, 'Anna');
    const { guestUrl } = await newMeeting();
    // The screen of the meeting with its hash of eight letters, and not meeting-connection.
    const screen = /\/assets\/meeting-[\w-]{8}\.js$/;
    await anna.page.route(screen, (route) => route.abort());
    await anna.page.goto(guestUrl);
    await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
    await button(anna, 'Join meeting').click();
    await inState(anna, 'error');
    await showsEnd(anna, 'This page has stopped working', /You did nothing wrong/, 'Try again');
    await anna.page.unroute(screen);
    await button(anna, 'Try again').click();
    await button(anna, 'Join meeting').click();
    await inState(anna, 'joined');
  },
);

test.concurrent(
  'a firewall that blocks media is named beside the form, which takes the next try',
  async (context) => {
    const { guestUrl } = await newMeeting();
    const fay = await openPage(context, 'Fay');
    let shut = true;
    await fay.page.routeWebSocket(
      /\/rtc/,
      (socket) => void (shut ? socket.close() : socket.connectToServer()),
    );
    await fay.page.goto(guestUrl);
    await fay.page.getByRole('textbox', { name: 'Your name' }).fill('Fay');
    await button(fay, 'Join meeting').click();
    await fay.page
      .getByRole('alert')
      .getByText('Sound and video could not connect')
      .waitFor({ timeout: 60_000 });
    await fay.page.getByText(/not the connection of the meeting \(WebSocket\)/).waitFor();
    await picture(fay, 'media-unreachable');
    expect(await violations(fay.page)).toEqual([]);
    shut = false;
    await button(fay, 'Join meeting').click();
    await inState(fay, 'joined');
  },
);

test.concurrent('a browser without JavaScript is told that it is needed', async () => {
  const { guestUrl } = await newMeeting();
  const context = await first.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(guestUrl);
  // Locators by text skip what stands in noscript.
  const [above, below] = [page.getByText('Check your connection'), page.locator('noscript p')];
  await below.waitFor();
  expect(await below.textContent()).toContain('JavaScript');
  const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
  // Neither covers the other.
  expect((upper?.y ?? 0) + (upper?.height ?? Infinity)).toBeLessThanOrEqual(lower?.y ?? 0);
  await context.close();
});

test.concurrent('a browser that is too old is told so', async (context) => {
  const { guestUrl } = await newMeeting();
  const old = await openPage(context, 'Otto');
  await old.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await old.page.goto(guestUrl);
  await showsEnd(old, 'This browser is too old', /current Chrome, Edge, Firefox or Safari/, null);
});
