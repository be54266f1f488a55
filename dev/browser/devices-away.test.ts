// A guest whose microphone is unplugged or taken by a call, or who looks at another app: everything comes back.
import { expect, test } from 'vitest';
import { button, inState, joinMeeting } from '../world/media/guest.ts';
import { deviceScene, said } from '../world/media/device-scene.ts';
import { hears, picture, seesMuted } from '../world/media/observed-guest.ts';
import {
  deviceUse,
  fail,
  holdSoundBack,
  lookAway,
  playingSounds,
  plugIn,
  unplug,
} from '../world/media/scripted-devices.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const { ben, withAnna } = await deviceScene();

test('an unplugged microphone is replaced; without another the guest is muted and told why', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await joinMeeting(anna, guestUrl);
    await joinMeeting(ben, guestUrl, 'off', 'off');
    await hears(ben);
    await unplug(anna, 'audio');
    await said(anna, /Your microphone was unplugged. Another one is used now/);
    await hears(ben);
    await fail(anna, { audio: ['NotFoundError', ''] });
    await unplug(anna, 'audio');
    await said(anna, /No microphone found/);
    await picture(anna, 'room-microphone-gone');
    expect(await violations(anna.page)).toEqual([]);
    await seesMuted(ben, 'Anna');
    await plugIn(anna);
    await button(anna, 'Unmute microphone').click();
    await hears(ben);
  });
});

test.each([
  ['could not take back', { audio: ['NotReadableError', ''] }],
  ['took back behind the page', {}],
] as const)(
  'a microphone that a call took and the browser %s comes back muted, is named, and works after one press',
  async (_, failing) => {
    await withAnna({}, async (anna, guestUrl) => {
      await joinMeeting(anna, guestUrl);
      await joinMeeting(ben, guestUrl, 'off', 'off');
      await hears(ben);
      await lookAway(anna, true);
      await fail(anna, failing);
      await unplug(anna, 'audio');
      await fail(anna, {});
      await lookAway(anna, false);
      await said(anna, /Your microphone was interrupted. You are muted now/);
      await picture(anna, 'room-microphone-interrupted');
      expect(await violations(anna.page)).toEqual([]);
      await seesMuted(ben, 'Anna');
      await button(anna, 'Unmute microphone').click();
      await hears(ben);
    });
  },
);

test('a guest who was muted before looking away is muted on return, whatever became of the microphone', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await joinMeeting(anna, guestUrl);
    await joinMeeting(ben, guestUrl, 'off', 'off');
    await button(anna, 'Mute microphone').click();
    await seesMuted(ben, 'Anna');
    await lookAway(anna, true);
    await unplug(anna, 'audio');
    await lookAway(anna, false);
    await button(anna, 'Unmute microphone').waitFor();
    await seesMuted(ben, 'Anna');
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
    await until('it is held', 60_000, async () => (await deviceUse(anna)).wakeLocks.held === 1);
    await lookAway(anna, true);
    expect((await deviceUse(anna)).wakeLocks.held).toBe(0);
    await lookAway(anna, false);
    await until(
      'it is held again',
      60_000,
      async () => (await deviceUse(anna)).wakeLocks.held === 1,
    );
    await button(anna, 'Leave meeting').click();
    await inState(anna, 'left');
    await until(
      'it is let go of',
      60_000,
      async () => (await deviceUse(anna)).wakeLocks.held === 0,
    );
  });
});

test('blocked audio playback is reported, and one press turns it on', async () => {
  await withAnna({}, async (anna, guestUrl) => {
    await holdSoundBack(anna);
    await joinMeeting(ben, guestUrl);
    await joinMeeting(anna, guestUrl);
    await said(anna, /Your browser is blocking the sound/);
    expect(await playingSounds(anna)).toBe(0);
    await picture(anna, 'sound-held-back');
    expect(await violations(anna.page)).toEqual([]);
    await button(anna, 'Turn on sound').click();
    await until('the others are heard', 60_000, async () => (await playingSounds(anna)) > 0);
    await button(anna, 'Turn on sound').waitFor({ state: 'detached' });
    expect(await anna.page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  });
});
