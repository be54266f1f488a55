// A full room on a small machine: only pictures that are seen are received, and the page still answers.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Crowd, openCrowd } from '../world/media/crowd.ts';
import { type Guest, joinMeeting, openGuest } from '../world/media/guest.ts';
import { newMeeting } from '../world/service/new-meeting.ts';
import { clearAway, type Parley, startParley } from '../world/service/start-parley.ts';

const OTHERS = 49;

let parley: Parley;
let crowd: Crowd | undefined;
let guest: Guest;

beforeAll(async () => {
  parley = await startParley({ env: { PARLEY_SPEECH: 'off', PARLEY_RATE_GUEST_PER_MINUTE: '0' } });
});

// A new browser each time: a page remembers that it was left in speaker view.
beforeEach(async () => {
  guest = await openGuest('Dana', null);
});

afterEach(async () => {
  await Promise.all([guest.close(), crowd?.close()]);
});

afterAll(async () => {
  await clearAway(parley);
});

test('with fifty people a guest receives only the pictures on the stage, and everything answers', async () => {
  const { guestUrl } = await newMeeting(parley);
  const others = await openCrowd(parley, guestUrl);
  crowd = others;
  for (let other = 1; other <= OTHERS; other += 1)
    await others.enter(`Person ${other}`, {
      cameraWidth: 96,
      microphone: other === 1 ? 'talking' : 'off',
    });
  const { page } = guest;
  await page.addInitScript(() => {
    const Native = globalThis.RTCPeerConnection;
    const connections: RTCPeerConnection[] = [];
    Object.assign(globalThis, { connections });
    globalThis.RTCPeerConnection = class extends Native {
      constructor(...given: ConstructorParameters<typeof Native>) {
        super(...given);
        connections.push(this);
      }
    };
  });
  await joinMeeting(guest, guestUrl);
  await expect
    .poll(
      () => page.getByRole('list', { name: 'People in the meeting' }).getByRole('listitem').count(),
      { timeout: 30_000 },
    )
    .toBe(50);
  const pictures = () => page.locator('.tile[data-source="camera"] video').count();
  /** Videos whose packets go on arriving. */
  const received = () =>
    page.evaluate(async () => {
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
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return [...(await read())].filter(([id, packets]) => packets > (before.get(id) ?? 0)).length;
    });
  // On a busy machine pictures come one by one: what counts is the moment in which all of the stage are there.
  let inGrid = 0;
  const isSettled = async () => {
    inGrid = await pictures();
    return inGrid > 3 && (await received()) === inGrid && (await pictures()) === inGrid;
  };
  await expect.poll(isSettled, { timeout: 90_000 }).toBe(true);
  expect(inGrid).toBeLessThan(OTHERS);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Speaker view' }).click();
  await page.getByRole('list', { name: 'In front' }).getByRole('listitem').first().waitFor();
  await expect.poll(pictures, { timeout: 30_000 }).toBeLessThan(inGrid);
  await expect
    .poll(async () => (await received()) - (await pictures()), { timeout: 60_000 })
    .toBe(0);
  await page.getByRole('button', { name: 'Open chat' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Still here');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('log').getByText('Still here').waitFor();
});
