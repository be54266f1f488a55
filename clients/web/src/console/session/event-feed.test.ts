import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient } from '../../../../sdk-typescript/client.ts';
import { followEvents } from './event-feed.ts';
import { openSession } from './session.ts';

const EVENT = { type: 'meeting.state_changed', data: { meetingRef: 'mtg_1' } };
const REFUSAL = { code: 'insufficient_scope', title: 'Not allowed', detail: 'Needs events:read.' };

let page: EventTarget & { visibilityState: string };
/** How the service, or a proxy, answers now; it throws while there is no network. */
let answer: () => Response;
let asked: number;
let stop: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  asked = 0;
  stop = new AbortController();
});

afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = () => {
  throw new TypeError('no network');
};
const restarting = () => new Response('<h1>Not found</h1>', { status: 404 });
const refused = () =>
  Response.json(REFUSAL, { status: 403, headers: { 'content-type': 'application/problem+json' } });
const back = () =>
  new Response(`id: 1\ndata: ${JSON.stringify(EVENT)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The events received from now on. */
function follow(): unknown[] {
  const client = createClient({
    baseUrl: 'https://meet.example.org',
    apiKey: 'parley_key',
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted();
      asked += 1;
      return answer();
    },
  });
  const told: unknown[] = [];
  followEvents(client, stop.signal).subscribe((event) => told.push(event));
  return told;
}

function choose(seen: 'visible' | 'hidden'): void {
  page.visibilityState = seen;
  page.dispatchEvent(new Event('visibilitychange'));
}

test.each([
  ['no network', away],
  ['an answer of a proxy without the service', restarting],
])('events come as soon as the service is back after a minute of %s', async (_, missing) => {
  answer = missing;
  const told = follow();
  await pass(60_000);
  answer = back;
  await pass(2_000);
  expect(told).toContainEqual(EVENT);
  // They may have missed some.
  expect(told[0]).toBe(null);
});

test('pages read anew within seconds when the service goes away, and when it is back', async () => {
  vi.stubGlobal('sessionStorage', { getItem: () => 'parley_key', setItem() {}, removeItem() {} });
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('/v1/events') || answer === away ? answer() : Response.json({ scopes: [] }),
  );
  answer = back;
  const { state, signOut } = openSession('https://meet.example.org');
  await pass(0);
  let told = 0;
  const session = state.get();
  if (session.phase === 'in') session.feed.subscribe((event) => (told += event === null ? 1 : 0));
  answer = away;
  await pass(3_000);
  expect(told).toBe(1);
  await pass(20_000);
  expect(told).toBe(1);
  answer = back;
  await pass(3_000);
  expect(told).toBe(2);
  signOut();
});

test('the service is asked once with a key that may not read events', async () => {
  answer = refused;
  const told = follow();
  await pass(60_000);
  expect([asked, told]).toEqual([1, []]);
});

test('a page in the background asks for no events', async () => {
  answer = away;
  follow();
  await pass(10_000);
  choose('hidden');
  const before = asked;
  await pass(60_000);
  expect(asked).toBe(before);
});
