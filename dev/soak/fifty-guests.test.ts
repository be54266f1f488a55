// A full room on a small machine: only pictures that are seen are sent to a guest, and the page still answers. This
// holds even if the page asks for every picture, since LiveKit pauses those not shown; see also room-video.test.ts.
import { expect, onTestFinished, test } from 'vitest';
import { openCrowd } from '../world/media/crowd.ts';
import { button, joinMeeting, peopleSeenBy } from '../world/media/guest.ts';
import { guestScene } from '../world/media/guest-scene.ts';
import { listenIn } from '../world/media/observed-guest.ts';

const OTHERS = 49;

const { parley, guest, newMeeting } = await guestScene('Dana', {
  PARLEY_SPEECH: 'off',
  PARLEY_RATE_GUEST_PER_MINUTE: '0',
});

test('with fifty people no pictures but those on the stage are sent to a guest, and everything answers', async () => {
  const { guestUrl } = await newMeeting();
  const others = await openCrowd(parley, guestUrl);
  onTestFinished(() => others.close());
  for (let other = 1; other <= OTHERS; other += 1)
    await others.enter(`Person ${other}`, {
      cameraWidth: 96,
      microphone: other === 1 ? 'talking' : 'off',
    });
  const { page } = guest;
  await listenIn(guest);
  await joinMeeting(guest, guestUrl);
  await expect.poll(() => peopleSeenBy(guest)).toHaveLength(50);
  const pictures = () => page.locator('.tile[data-source="camera"] video').count();
  /** How many videos still receive packets, once `count` of them have received ten more or a minute has passed. */
  const received = (count: number) =>
    page.evaluate(async (count) => {
      const { connections } = globalThis as unknown as { connections: RTCPeerConnection[] };
      const read = async () => {
        const frames = new Map<string, number>();
        for (const connection of connections)
          for (const [id, report] of (await connection.getStats()) as unknown as Map<
            string,
            { type: string; kind: string; packetsReceived: number }
          >)
            if (report.type === 'inbound-rtp' && report.kind === 'video')
              frames.set(id, report.packetsReceived);
        return frames;
      };
      const before = await read();
      for (const until = performance.now() + 60_000; ;) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const more = [...(await read())].map(([id, packets]) => packets - (before.get(id) ?? 0));
        if (more.filter((packets) => packets >= 10).length >= count || performance.now() > until)
          return more.filter((packets) => packets > 0).length;
      }
    }, count);
  // On a busy machine pictures come one by one: what counts is the moment in which all of the stage are there.
  let inGrid = 0;
  const isSettled = async () => {
    inGrid = await pictures();
    return inGrid > 3 && (await received(inGrid)) === inGrid && (await pictures()) === inGrid;
  };
  await expect.poll(isSettled, { timeout: 180_000 }).toBe(true);
  expect(inGrid).toBeLessThan(OTHERS);
  await button(guest, 'More actions').click();
  await button(guest, 'Speaker view').click();
  await page.getByRole('list', { name: 'In front' }).getByRole('listitem').first().waitFor();
  await expect.poll(pictures).toBeLessThan(inGrid);
  const isReceivedAlone = async () => {
    const inFront = await pictures();
    return (await received(inFront)) === inFront;
  };
  await expect.poll(isReceivedAlone, { timeout: 180_000 }).toBe(true);
  await button(guest, 'Open chat').click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Still here');
  await button(guest, 'Send message').click();
  await page.getByRole('log').getByText('Still here').waitFor({ timeout: 180_000 });
});
