import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, type ParleyClient } from '../../clients/sdk-typescript/client.ts';
import { besides, type Guest, inState, joinMeeting, openGuest } from '../world/media/guest.ts';
import { hears, listenIn, picture } from '../world/media/guest-trouble.ts';
import {
  deviceUse,
  fail,
  holdSoundBack,
  lookAway,
  playingSounds,
  scriptDevices,
  unplug,
} from '../world/media/scripted-devices.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

let parley: Parley;

let client: ParleyClient;

/** Is there to hear. */
let ben: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off' } });
  client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  ben = await openGuest('Ben', null, ['--host-resolver-rules=MAP parley.test 127.0.0.1']);
  await listenIn(ben);
});

afterAll(async () => {
  await ben.close();
  await clearAway(parley);
});

async function newLink(): Promise<string> {
  const { meetingRef } = await client.meetings.create({ title: 'Harbour museum' });
  return (await client.guestLinks.create(meetingRef)).guestUrl;
}

/** Anna's page is closed after the test. */
async function withAnna(
  scene: Parameters<typeof scriptDevices>[1],
  run: (anna: Guest, guestUrl: string) => Promise<void>,
): Promise<void> {
  const anna = await besides(ben, 'Anna');
  await scriptDevices(anna, scene);
  await run(anna, await newLink());
  await anna.page.context().close();
}

const button = ({ page }: Guest, name: string) => page.getByRole('button', { name, exact: true });

const told = ({ page }: Guest, words: RegExp) =>
  page.getByRole('status').getByText(words).first().waitFor({ state: 'attached' });

const people = ({ page }: Guest) =>
  page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem').allInnerTexts();

const seenMuted = (by: Guest, muted: boolean) =>
  until(`Anna is seen ${muted ? 'muted' : 'unmuted'}`, 15_000, async () =>
    (await people(by)).some((one) => one.includes('Anna') && one.includes('Muted') === muted),
  );

test.each([
  ['could not take back', { audio: ['NotReadableError', ''] }],
  ['took back behind the page', {}],
] as const)(
  'a microphone that a call took and the browser %s comes back muted, is named, and is heard after one press',
  async (_, failing) => {
    await withAnna({}, async (anna, guestUrl) => {
      await joinMeeting(anna, guestUrl);
      await joinMeeting(ben, guestUrl);
      await hears(ben);
      await lookAway(anna, true);
      await fail(anna, failing);
      await unplug(anna, 'audio');
      await fail(anna, {});
      await lookAway(anna, false);
      await told(anna, /Your microphone was interrupted. You are muted now/);
      await picture(anna, 'room-microphone-interrupted');
      expect(await violations(anna.page)).toEqual([]);
      await seenMuted(ben, true);
      await button(anna, 'Unmute microphone').click();
      await hears(ben);
    });
  },
);

test('who was muted before looking away is muted on return, whatever became of the microphone', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await joinMeeting(anna, guestUrl);
    await joinMeeting(ben, guestUrl);
    await button(anna, 'Mute microphone').click();
    await seenMuted(ben, true);
    await lookAway(anna, true);
    await unplug(anna, 'audio');
    await lookAway(anna, false);
    await button(anna, 'Unmute microphone').waitFor();
    await seenMuted(ben, true);
    await button(anna, 'Unmute microphone').click();
    await hears(ben);
  });
});

test('the screen stays awake in the room, again after every look away, and no longer than the visit', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await anna.page.goto(guestUrl);
    await inState(anna, 'lobby');
    expect((await deviceUse(anna)).wakeLocks).toEqual({ asked: 0, held: 0 });
    await joinMeeting(anna, guestUrl.replace('#', '?again#'));
    await until('it is held', 5000, async () => (await deviceUse(anna)).wakeLocks.held === 1);
    await lookAway(anna, true);
    expect((await deviceUse(anna)).wakeLocks.held).toBe(0);
    await lookAway(anna, false);
    await until('it is held again', 5000, async () => (await deviceUse(anna)).wakeLocks.held === 1);
    await button(anna, 'Leave meeting').click();
    await inState(anna, 'left');
    await until('it is let go of', 5000, async () => (await deviceUse(anna)).wakeLocks.held === 0);
  });
});

test('sound that the browser holds back is said, and one press turns it on', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await holdSoundBack(anna);
    await joinMeeting(ben, guestUrl);
    await joinMeeting(anna, guestUrl);
    await told(anna, /Your browser holds back the sound/);
    expect(await playingSounds(anna)).toBe(0);
    await picture(anna, 'sound-held-back');
    expect(await violations(anna.page)).toEqual([]);
    await button(anna, 'Turn on sound').click();
    await until('the others are heard', 5000, async () => (await playingSounds(anna)) > 0);
    await button(anna, 'Turn on sound').waitFor({ state: 'detached' });
  });
});
