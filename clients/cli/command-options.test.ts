import { expect, test, vi } from 'vitest';
import type { Summary } from '../../contract/generated/api.ts';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { runCli } from './run-cli.ts';

const world = await serverWorld();
const key = await world.key();

async function parley(...args: string[]) {
  const said = { out: '', err: '' };
  const exit = await runCli(args, {
    env: { PARLEY_URL: `${world.url}/`, PARLEY_API_KEY: key },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { exit, out: said.out.trimEnd(), err: said.err.trimEnd() };
}
const json = async (...args: string[]) => JSON.parse((await parley(...args, '--json')).out);
const created = async (title = 'Options'): Promise<string> =>
  (await json('meetings', 'create', '--title', title)).meetingRef;

test('a link gets the given expiry and use limit, and a repeated idempotency key creates no second link', async () => {
  const ref = await created();
  const expiresAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000).toISOString();
  const options = ['--expires-at', expiresAt, '--max-uses', '3', '--idempotency-key', 'one-link'];
  const [first, again] = [
    await parley('links', 'create', ref, ...options),
    await parley('links', 'create', ref, ...options),
  ];
  expect([first.exit, again.out]).toEqual([0, first.out]);
  const links = await json('links', 'list', ref);
  expect(links).toHaveLength(1);
  expect(Date.parse(links[0].expiresAt)).toBe(Date.parse(expiresAt));
  const [, row] = (await parley('links', 'list', ref)).out.split('\n');
  expect(row).toMatch(/^gl_\w+ +until \S+ +0 of 3$/);
});

test('a call that cannot be sent is not reported as an unreachable service', async () => {
  const once = ['--idempotency-key', 'schlüssel'];
  expect((await parley('meetings', 'create', '--title', 'x', ...once)).err).toBe(
    'idempotencyKey has a character that is not printable ASCII.',
  );
});

test('`links revoke --json` prints the time of revocation', async () => {
  const ref = await created();
  await parley('links', 'create', ref);
  const [{ guestLinkRef }] = await json('links', 'list', ref);
  expect((await json('links', 'revoke', ref, guestLinkRef)).revokedAt).toMatch(/Z$/);
});

test('meetings can be listed by creation time', async () => {
  await created('Listed');
  const since = async (time: string) =>
    (await json('meetings', 'list', '--created-after', time)).length;
  expect(await since('2001-01-01T00:00:00Z')).toBeGreaterThan(0);
  expect(await since('2099-01-01T00:00:00Z')).toBe(0);
});

test('a meeting URL has no double slash if the service URL ends in one', async () => {
  const ref = await created();
  expect((await parley('open', ref, '--print')).out).toBe(`${world.url}/console#/meetings/${ref}`);
});

test('a summary is printed with owners and due dates, and a partial one says why on stderr', async () => {
  const sources = { segmentRefs: [] };
  const nobody = { ownerDisplayName: null, dueDate: null };
  const summary: Partial<Summary> = {
    status: 'available',
    result: 'partial',
    reason: 'audio_missing',
    overview: 'They met.',
    keyPoints: [],
    decisions: [{ text: 'Ship it', ...sources }],
    actionItems: [
      { text: 'Send it', ownerDisplayName: 'Ana', dueDate: '2026-12-01', ...sources },
      { text: 'Rest', ...nobody, ...sources },
    ],
    topics: [],
  };
  vi.stubGlobal('fetch', async () => Response.json(summary));
  const printed = await parley('summary', 'mtg_x').finally(() => vi.unstubAllGlobals());
  expect(printed).toEqual({
    exit: 0,
    out: [
      'They met.',
      '\nDecisions\n- Ship it',
      '\nAction items\n- Send it (Ana) by 2026-12-01\n- Rest',
    ].join('\n'),
    err: 'The summary is partial (audio_missing).',
  });
});
