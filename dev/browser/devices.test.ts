// Microphones and cameras that are refused, missing, busy, unplugged, taken away by a phone, or dead.
import { expect, test } from 'vitest';
import { button, besides, inState, joinMeeting } from '../world/media/guest.ts';
import { deviceScene, said } from '../world/media/device-scene.ts';
import { hears, listenIn, picture } from '../world/media/observed-guest.ts';
import {
  deviceUse,
  fail,
  letStart,
  plugIn,
  replaceWithSilence,
  unplug,
  unplugSecondCamera,
} from '../world/media/scripted-devices.ts';
import { until } from '../world/until.ts';
import { violations } from '../world/violations.ts';

const { parley, ben, newMeeting, withAnna } = await deviceScene();

test('a page without https says that devices need it, and its guest hears the others', async () => {
  const { guestUrl } = await newMeeting();
  await joinMeeting(ben, guestUrl);
  const anna = await besides(ben, 'Anna');
  await listenIn(anna);
  const { port } = new URL(parley.url);
  await anna.page.goto(guestUrl.replace(parley.url, `http://parley.test:${port}`));
  await anna.page
    .getByRole('alert')
    .getByText('A secure page is needed for your microphone and camera')
    .waitFor();
  await picture(anna, 'lobby-insecure');
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
  await button(anna, 'Join meeting').click();
  await inState(anna, 'joined');
  await hears(anna);
  await anna.page.context().close();
});

test('pressing Join while the devices still start leaves no dead microphone', async () => {
  await withAnna({ isHeld: true }, async (anna, guestUrl) => {
    await joinMeeting(ben, guestUrl, 'off', 'off');
    await anna.page.goto(guestUrl);
    await anna.page.getByText('Starting microphone').waitFor();
    await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
    await button(anna, 'Join meeting').click();
    await letStart(anna);
    await inState(anna, 'joined');
    await hears(ben);
    await button(anna, 'Mute microphone').waitFor();
    expect((await deviceUse(anna)).live.filter((kind) => kind === 'audio')).toHaveLength(1);
  });
});

// The others use a page of their own. Two mostly wait for time to pass, so all run side by side.
test.concurrent.each([
  ['that gives', 'silence'],
  ['that replaces another one and gives', 'tone'],
] as const)('a microphone %s nothing but zeros is noticed and named', async (_, sound) => {
  await withAnna({ sound }, async (anna, guestUrl) => {
    // The scripted sounds come without a camera.
    await joinMeeting(anna, guestUrl, 'on');
    await button(anna, 'Mute microphone').waitFor();
    if (sound === 'tone') await replaceWithSilence(anna);
    await said(anna, /gives no sound at all/);
    await picture(anna, 'room-silent-microphone');
    expect(await violations(anna.page)).toEqual([]);
  });
});

test.concurrent(
  'a guest who talks while muted is told so only after agreeing; before, the microphone stays closed',
  async () => {
    await withAnna({ sound: 'tone' }, async (anna, guestUrl) => {
      await anna.page.goto(guestUrl);
      await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
      await button(anna, 'Join meeting').click();
      await inState(anna, 'joined');
      await button(anna, 'Mute microphone').click();
      await button(anna, 'Unmute microphone').waitFor();
      const { calls } = await deviceUse(anna);
      await button(anna, 'Settings').click();
      const agree = anna.page.getByRole('switch', { name: 'Tell me when I talk while muted' });
      await agree.waitFor();
      expect((await deviceUse(anna)).calls).toBe(calls);
      await agree.click();
      await said(anna, /You are muted, but you seem to be talking/);
      await picture(anna, 'room-talking-muted');
      expect(await violations(anna.page)).toEqual([]);
      expect((await deviceUse(anna)).calls).toBe(calls + 1);
      await button(anna, 'Unmute microphone').waitFor();
      await agree.click();
      await until(
        'the microphone for it is closed',
        60_000,
        async () => (await deviceUse(anna)).live.filter((kind) => kind === 'audio').length <= 1,
      );
    });
  },
);

test.concurrent.each([
  [
    'refused by the guest',
    'NotAllowedError',
    'Permission denied',
    'This page is not allowed to use your microphone and camera',
    /site settings beside the address/,
  ],
  [
    'refused by the system',
    'NotAllowedError',
    'Permission denied by system',
    'Your system blocks the microphone and camera',
    /privacy settings/,
  ],
  [
    'missing',
    'NotFoundError',
    'Requested device not found',
    'No microphone or camera found',
    /Connect one and try again/,
  ],
  [
    'in use elsewhere',
    'NotReadableError',
    'Could not start video source',
    'Another app is using your microphone and camera',
    /Close that app/,
  ],
])(
  'devices that are %s are named in the lobby with what to do',
  async (_, name, message, title, help) => {
    await withAnna(
      { failing: { audio: [name, message], video: [name, message] } },
      async (anna, guestUrl) => {
        await anna.page.goto(guestUrl);
        const alert = anna.page.getByRole('alert').filter({ hasText: title });
        await alert.getByText(help).waitFor();
        await picture(anna, `lobby-${title.toLowerCase().replaceAll(' ', '-')}`);
        expect(await violations(anna.page)).toEqual([]);
        await button(anna, 'Try again').press('Enter');
        await anna.page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      },
    );
  },
);

test.concurrent(
  'joining needs no devices; in the meeting they are named again, and the next try takes them',
  async () => {
    const denied = ['NotAllowedError', 'Permission denied'] as const;
    await withAnna({ failing: { audio: denied, video: denied } }, async (anna, guestUrl) => {
      await anna.page.goto(guestUrl);
      await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
      await button(anna, 'Join meeting').click();
      await inState(anna, 'joined');
      await button(anna, 'Unmute microphone').click();
      await said(anna, /This page is not allowed to use your microphone/);
      await fail(anna, {});
      await button(anna, 'Unmute microphone').click();
      await button(anna, 'Mute microphone').waitFor();
    });
  },
);

test.concurrent(
  'a device that is unplugged in the lobby is replaced, and one that is plugged in later is taken',
  async () => {
    await withAnna({}, async (anna, guestUrl) => {
      await anna.page.goto(guestUrl);
      await anna.page.getByText('Microphone is on').waitFor();
      await unplug(anna, 'audio');
      await anna.page
        .getByRole('alert')
        .getByText('Your microphone was unplugged. Another one is used now.')
        .waitFor();
      await anna.page.getByText('Microphone is on').waitFor();
      await picture(anna, 'lobby-unplugged');
      expect(await violations(anna.page)).toEqual([]);
      await fail(anna, { audio: ['NotFoundError', ''] });
      await unplug(anna, 'audio');
      await anna.page.getByRole('alert').getByText('No microphone found').waitFor();
      await plugIn(anna);
      await anna.page.getByText('Microphone is on').waitFor();
    });
  },
);

test.concurrent(
  'a chosen camera that is unplugged, on or off, gives way to another one, which Settings shows',
  async (context) => {
    await withAnna({}, async (anna, guestUrl) => {
      const cameras = anna.page.getByRole('combobox', { name: 'Camera' });
      const chosen = () => cameras.locator('option:checked').innerText();
      const chooseSecond = () => cameras.selectOption({ index: 1 });
      await anna.page.goto(guestUrl);
      await context.expect.poll(() => cameras.locator('option').count()).toBe(2);
      const first = await chosen();
      await chooseSecond();
      await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
      await button(anna, 'Join meeting').click();
      await inState(anna, 'joined');
      await button(anna, 'Turn camera off').waitFor();
      await button(anna, 'Settings').click();
      await context.expect.poll(chosen).not.toBe(first);
      await unplugSecondCamera(anna);
      await said(anna, /Your camera was unplugged. Another one is used now/);
      await button(anna, 'Turn camera off').waitFor();
      await plugIn(anna);
      await chooseSecond();
      await context.expect.poll(chosen).not.toBe(first);
      await button(anna, 'Turn camera off').click();
      await button(anna, 'Turn camera on').waitFor();
      await unplugSecondCamera(anna);
      await context.expect.poll(() => cameras.inputValue()).toBe('');
      expect(await violations(anna.page)).toEqual([]);
      await button(anna, 'Turn camera on').click();
      await button(anna, 'Turn camera off').waitFor();
      await context.expect.poll(chosen).toBe(first);
    });
  },
);

test.concurrent(
  'lobby and meeting ask for the same processing of the microphone, without voice isolation',
  async () => {
    await withAnna({}, async (anna, guestUrl) => {
      await anna.page.goto(guestUrl);
      await button(anna, 'Mute microphone').click();
      await anna.page.getByRole('textbox', { name: 'Your name' }).fill('Anna');
      await button(anna, 'Join meeting').click();
      await inState(anna, 'joined');
      await button(anna, 'Unmute microphone').click();
      await button(anna, 'Mute microphone').waitFor();
      const { microphones } = await deviceUse(anna);
      const all = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
      expect(microphones.length).toBeGreaterThan(1);
      for (const asked of microphones)
        expect(asked).toMatchObject({ ...all, voiceIsolation: false });
    });
  },
);
