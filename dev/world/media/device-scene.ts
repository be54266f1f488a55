// Anna, whose devices are scripted, and Ben, who can hear her.
import { besides, type Guest } from './guest.ts';
import { guestScene } from './guest-scene.ts';
import { listenIn } from './observed-guest.ts';
import { scriptDevices } from './scripted-devices.ts';

/** In these browsers `parley.test` leads to the product, and is not a secure origin. They have two cameras. */
export async function deviceScene() {
  const flags = [
    '--host-resolver-rules=MAP parley.test 127.0.0.1',
    '--use-fake-device-for-media-stream=fps=5,device-count=2',
  ];
  const scene = await guestScene('Ben', { PARLEY_SPEECH: 'off' }, flags);
  const { guest: ben, newMeeting } = scene;
  await listenIn(ben);
  return {
    ...scene,
    ben,
    /** Opens Anna's page with a link to a new meeting, and closes it after the run. */
    withAnna: async (
      devices: Parameters<typeof scriptDevices>[1],
      run: (anna: Guest, guestUrl: string) => Promise<void>,
    ): Promise<void> => {
      const anna = await besides(ben, 'Anna');
      await scriptDevices(anna, devices);
      await run(anna, (await newMeeting()).guestUrl);
      await anna.page.context().close();
    },
  };
}

/** Resolves when the page announces this. */
export const said = ({ page }: Guest, words: RegExp): Promise<void> =>
  page.getByRole('status').getByText(words).first().waitFor({ state: 'attached' });
