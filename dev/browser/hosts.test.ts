// A host lets people in, mutes and removes them, locks and ends the meeting; each of them is told so in words.
import { afterEach, expect, test } from 'vitest';
import type { NewMeetingOptions } from '../../contract/generated/api.ts';
import { besides, button, type Guest, inState, joinMeeting } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { picture } from '../world/media/observed-guest.ts';
import { knock, meetingWithHosts, waitingRoom } from '../world/media/waiting-scene.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const { client, guest: host } = await guestScene('Hanna', { PARLEY_SPEECH: 'off' });
const ana = await besides(host, 'Ana');

afterEach(async () => {
  for (const { page } of [host, ana]) await page.goto('about:blank');
});

const newMeeting = (options: NewMeetingOptions) => meetingWithHosts(client, options);
const heading = ({ page }: Guest, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const told = ({ page }: Guest, text: string) =>
  page.getByRole('status').getByText(text).first().waitFor();
/** Of everybody whom the guest sees, without who waits. */
const people = ({ page }: Guest) =>
  page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem');

async function refOfAna(meetingRef: string): Promise<string> {
  const { participants } = await client.participants.list(meetingRef);
  return participants.find(({ displayName }) => displayName === 'Ana')?.participantRef ?? '';
}

// What a host sees has reached the media server: before, it could not be muted there.
const seesPicture = ({ page }: Guest, source: 'camera' | 'screen') =>
  page.locator(`.tile[data-source="${source}"] video`).first().waitFor();

/** The host sees that many people whose microphone is on. */
async function microphonesOn(guest: Guest, count: number): Promise<void> {
  await until(`${count} microphones are on`, 60_000, async () => {
    const all = await people(guest).count();
    return all - (await people(guest).filter({ hasText: 'Muted' }).count()) === count;
  });
}

async function choose(guest: Guest, name: string, item: string): Promise<void> {
  await button(guest, `More options for ${name}`).click();
  await guest.page.getByRole('menuitem', { name: item, exact: true }).click();
}

// Promise: 122
test('a guest who waits sees nobody, is listed until they stop or close the tab, and joins when admitted', async () => {
  const { guestUrl, hostUrl } = await newMeeting({ admission: 'ask' });
  await joinMeeting(host, hostUrl, 'off', 'off');
  await knock(ana, guestUrl);
  await heading(ana, 'Waiting for a host to let you in');
  expect(await ana.page.getByText('Hanna').count()).toBe(0);
  await picture(ana, 'waiting');
  expect(await violations(ana.page)).toEqual([]);
  await told(host, 'Ana is waiting to join');
  expect(await waitingRoom(host).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringContaining('Ana'),
  ]);
  await picture(host, 'host-with-somebody-waiting');
  expect(await violations(host.page)).toEqual([]);
  await button(ana, 'Stop waiting').click();
  await inState(ana, 'lobby');
  await waitingRoom(host).waitFor({ state: 'detached' });
  await button(ana, 'Join meeting').click();
  await waitingRoom(host).waitFor();
  await ana.page.goto('about:blank');
  await waitingRoom(host).waitFor({ state: 'detached' });
  await knock(ana, guestUrl);
  await button(host, 'Admit Ana').click();
  await inState(ana, 'joined');
  await waitingRoom(host).waitFor({ state: 'detached' });
  expect(await host.page.locator('.toast', { hasText: 'is waiting' }).count()).toBe(0);
  await people(host).filter({ hasText: 'Ana' }).waitFor();
});

// Promise: 130
test('a declined guest is told so; all others join by one press of the host', async () => {
  const { guestUrl, hostUrl } = await newMeeting({ admission: 'ask' });
  await joinMeeting(host, hostUrl, 'off', 'off');
  const [ben, cleo] = [await besides(host, 'Ben'), await besides(host, 'Cleo')];
  await Promise.all([ana, ben, cleo].map((guest) => knock(guest, guestUrl)));
  await waitingRoom(host).getByRole('heading', { name: 'Waiting to join (3)' }).waitFor();
  await button(host, 'Decline Ana').click();
  await inState(ana, 'declined');
  await heading(ana, 'A host did not let you in');
  expect(await violations(ana.page)).toEqual([]);
  await button(host, 'Admit everyone').press('Enter');
  for (const guest of [ben, cleo]) await inState(guest, 'joined');
  await host.page.waitForFunction(() => document.activeElement?.tagName === 'MAIN');
  for (const guest of [ben, cleo]) await guest.page.close();
});

test('guests who came before the host join with the host, without a press', async () => {
  const { guestUrl, hostUrl } = await newMeeting({ joinBeforeHost: false });
  await knock(ana, guestUrl);
  await heading(ana, 'The meeting starts when a host arrives');
  await joinMeeting(host, hostUrl, 'off', 'off');
  await inState(ana, 'joined');
});

// Promise: 130
test('a guest is muted, made host, made guest and removed, and told each time', async () => {
  const { meetingRef, guestUrl, hostUrl } = await newMeeting({});
  await Promise.all([joinMeeting(host, hostUrl, 'off', 'off'), joinMeeting(ana, guestUrl)]);
  await button(host, 'People').click();
  expect(await ana.page.getByRole('button', { name: /More options for/ }).count()).toBe(0);
  await button(ana, 'Mute microphone').waitFor();
  await button(host, 'More options for Ana').click();
  await picture(host, 'menu-of-a-person');
  expect(await violations(host.page)).toEqual([]);
  await host.page.keyboard.press('Escape');
  await choose(host, 'Ana', 'Mute microphone');
  await button(ana, 'Unmute microphone').waitFor();
  await told(ana, 'A host muted you');
  await choose(host, 'Ana', 'Make host');
  await told(ana, 'You are a host now');
  await button(ana, 'People').click();
  await button(ana, 'Lock meeting').waitFor();
  await choose(host, 'Ana', 'Make guest');
  await button(ana, 'Lock meeting').waitFor({ state: 'detached' });
  await choose(host, 'Ana', 'Remove from meeting');
  await button(host, 'Remove from meeting').click();
  await inState(ana, 'removed');
  await heading(ana, 'A host removed you from this meeting');
  expect(await violations(ana.page)).toEqual([]);
  await ana.page.goto('about:blank');
  await ana.page.goto(guestUrl);
  await inState(ana, 'removed');
  await client.participants.remove(meetingRef, await refOfAna(meetingRef), { mayReturn: true });
  await joinMeeting(ana, guestUrl);
});

test('a raised hand outlives a reload of either page, until a host lowers it', async () => {
  const { meetingRef, guestUrl, hostUrl } = await newMeeting({});
  await joinMeeting(host, hostUrl, 'off', 'off');
  await joinMeeting(ana, guestUrl, 'off', 'off');
  // The host is not told of a hand that was up when the host first saw Ana.
  await told(host, 'Ana joined');
  await button(ana, 'Raise hand').click();
  await told(host, 'Ana raised a hand');
  await joinMeeting(host, hostUrl, 'off', 'off');
  await button(host, 'People').click();
  await people(host).filter({ hasText: 'Ana' }).filter({ hasText: 'Hand raised' }).waitFor();
  const { participants } = await client.participants.list(meetingRef, { state: ['present'] });
  const hands = participants.filter(({ handRaisedAt }) => handRaisedAt !== null);
  expect(hands.map(({ displayName }) => displayName)).toEqual(['Ana']);
  await joinMeeting(ana, guestUrl, 'off', 'off');
  await button(ana, 'Lower hand').waitFor();
  expect((await client.participants.list(meetingRef)).participants).toHaveLength(2);
  await choose(host, 'Ana', 'Lower hand');
  await button(ana, 'Raise hand').waitFor();
  await people(host).filter({ hasText: 'Hand raised' }).waitFor({ state: 'detached' });
});

test('a meeting without chat says so, and has neither messages nor reactions', async () => {
  const { guestUrl } = await newMeeting({ chat: 'off' });
  await joinMeeting(ana, guestUrl, 'off', 'off');
  await ana.page.getByText('Chat is off').waitFor();
  for (const name of ['Open chat', 'Send a reaction'])
    expect(await button(ana, name).count()).toBe(0);
  await ana.page.keyboard.press('c');
  expect(await ana.page.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
  expect(await violations(ana.page)).toEqual([]);
});

// Promise: 128
test('a locked meeting says so to newcomers; everyone is muted; the end is for everyone', async () => {
  const { guestUrl, hostUrl } = await newMeeting({});
  await Promise.all([joinMeeting(host, hostUrl), joinMeeting(ana, guestUrl)]);
  await button(host, 'People').click();
  await button(host, 'Lock meeting').click();
  await button(host, 'Unlock meeting').waitFor();
  const ben = await besides(host, 'Ben');
  await ben.page.goto(guestUrl);
  await ben.page.getByRole('textbox', { name: 'Your name' }).fill('Ben');
  await button(ben, 'Join meeting').click();
  await inState(ben, 'locked');
  await heading(ben, 'This meeting is locked');
  await button(host, 'Unlock meeting').click();
  await button(host, 'Lock meeting').waitFor();
  await heading(ben, 'This meeting is open now');
  expect(await violations(ben.page)).toEqual([]);
  await button(ben, 'Join meeting').click();
  await inState(ben, 'joined');
  for (const guest of [ana, ben]) await button(guest, 'Mute microphone').waitFor();
  await microphonesOn(host, 3);
  await button(host, 'Mute everyone').click();
  for (const guest of [ana, ben]) await button(guest, 'Unmute microphone').waitFor();
  await button(host, 'End meeting for everyone').click();
  await host.page
    .getByRole('dialog')
    .getByRole('button', { name: 'End meeting for everyone' })
    .click();
  for (const guest of [host, ana, ben]) await inState(guest, 'ended');
  await ben.page.close();
});

test('a guest muted with a lock stays muted until it is taken back; a meeting may let hosts share only', async () => {
  const { meetingRef, guestUrl, hostUrl } = await newMeeting({ screenShare: 'hosts' });
  await Promise.all([joinMeeting(host, hostUrl), joinMeeting(ana, guestUrl)]);
  await microphonesOn(host, 2);
  await button(ana, 'Mute microphone').waitFor();
  expect(await button(ana, 'Share screen').count()).toBe(0);
  const ref = await refOfAna(meetingRef);
  await client.participants.mute(meetingRef, ref, { lock: true });
  await button(ana, 'Unmute microphone').waitFor();
  await button(ana, 'Unmute microphone').click();
  await told(ana, 'A host has turned this off for you');
  await client.participants.unlockMedia(meetingRef, ref);
  await until('Ana speaks again', 60_000, async () => {
    const unmute = button(ana, 'Unmute microphone');
    // The button changes its name while it is looked for.
    if ((await unmute.count()) > 0) await unmute.click({ timeout: 1000 }).catch(() => undefined);
    return (await button(ana, 'Mute microphone').count()) > 0;
  });
  await client.participants.makeHost(meetingRef, ref);
  await button(ana, 'Share screen').click();
  await button(ana, 'Stop sharing').waitFor();
  await seesPicture(host, 'screen');
  await client.participants.makeGuest(meetingRef, ref);
  await told(ana, 'A host stopped your screen share');
});

test('a camera and a screen that a host turned off stay off when the guest reconnects; the guest is told', async () => {
  const { meetingRef, guestUrl, hostUrl } = await newMeeting({});
  await Promise.all([joinMeeting(host, hostUrl, 'off', 'off'), joinMeeting(ana, guestUrl, 'on')]);
  await button(ana, 'Share screen').click();
  const ref = await refOfAna(meetingRef);
  for (const source of ['camera', 'screen'] as const) {
    await seesPicture(host, source);
    await client.participants.mute(meetingRef, ref, { source });
  }
  await told(ana, 'A host turned your camera off');
  await told(ana, 'A host stopped your screen share');
  // Loses the connection.
  await ana.page.evaluate(() => document.dispatchEvent(new Event('freeze', { bubbles: true })));
  await told(ana, 'You are connected again');
  for (const name of ['Mute microphone', 'Turn camera on', 'Share screen'])
    await button(ana, name).waitFor();
});
