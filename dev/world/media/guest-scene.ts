// The whole product and a guest in a browser, for the tests of one file.
import { afterAll, expect } from 'vitest';
import { createClient, type ParleyClient } from '../../../clients/sdk-typescript/client.ts';
import { clearAway, type Parley, startParley } from '../service/start-parley.ts';
import { testDatabase } from '../service/test-database.ts';
import { sharedParley } from '../shared-parley.ts';
import { until } from '../until.ts';
import { violations } from '../violations.ts';
import { button, type Guest, openGuest, openSharedGuest } from './guest.ts';
import { picture } from './observed-guest.ts';

/**
 * The guest's pages close after the file's last test, and those that `besides` opens in the same browser. Files without
 * browser flags share the browser. Files whose only setting is `PARLEY_SPEECH` share a running Parley. It uses a
 * database of the test run's PostgreSQL, so that it need not start its own.
 */
export async function guestScene(
  name: string,
  env: Record<string, string>,
  browserFlags: readonly string[] = [],
) {
  const opening =
    browserFlags.length > 0 ? openGuest(name, null, browserFlags) : openSharedGuest(name);
  afterAll(async () => (await opening).close());
  const [parley, guest] = await Promise.all([productWith(env), opening]);
  return {
    parley,
    guest,
    client: createClient({ baseUrl: parley.url, apiKey: parley.apiKey }),
    newMeeting: (title?: string) => newMeeting(parley, title),
  };
}

async function productWith({ PARLEY_SPEECH: speech, ...env }: Record<string, string>) {
  if (Object.keys(env).length === 0) return sharedParley(speech === 'off' ? 'off' : 'on');
  const { url } = await testDatabase();
  const own = { DATABASE_URL: url, ...(speech !== undefined && { PARLEY_SPEECH: speech }), ...env };
  const parley = await startParley({ env: own });
  afterAll(() => clearAway(parley));
  return parley;
}

/** A new meeting and a guest link to it. */
async function newMeeting(parley: Parley, title = 'Harbour museum') {
  const client = createClient({ baseUrl: parley.url, apiKey: parley.apiKey });
  const { meetingRef } = await client.meetings.create({ title });
  const { guestLinkRef, guestUrl } = await client.guestLinks.create(meetingRef);
  return { meetingRef, guestLinkRef, guestUrl, client };
}

/** Asserts that a visit ended with a word of the page. Without one it is noticed after 15 s, and called lost. */
export async function saidGoodbye(
  client: ParleyClient,
  meetingRef: string,
  name: string,
  visit = 0,
): Promise<void> {
  const reason = await until(`the end of the visit of ${name}`, 30_000, async () => {
    const { participants } = await client.participants.list(meetingRef);
    const guest = participants.find(({ displayName }) => displayName === name);
    return guest?.visits[visit]?.reason ?? undefined;
  });
  expect(reason).toBe('left');
}

/** Blocks the main thread of the page for a minute, as on a device that is much too slow. */
export const hang = ({ page }: Guest): Promise<void> =>
  page.evaluate(() => {
    const wait = (until: number) => {
      while (Date.now() < until);
    };
    setTimeout(wait, 0, Date.now() + 60_000);
  });

/** Asserts title, help and way back (a button, or none) on the page of a guest outside the meeting, and axe's rules. */
export async function showsEnd(
  guest: Guest,
  title: string,
  help: RegExp,
  back: string | null,
): Promise<void> {
  const { page } = guest;
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText(help).first().waitFor();
  if (back === null) expect(await page.getByRole('button').count()).toBe(0);
  else await button(guest, back).waitFor();
  // A screen reader begins where the page changed.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await picture(guest, title.toLowerCase().replaceAll(/\W+/g, '-'));
  expect(await violations(page)).toEqual([]);
}
