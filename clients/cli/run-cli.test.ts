import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverWorld } from '../../dev/world/service/server-world.ts';
import { runCli } from './run-cli.ts';

const world = await serverWorld();
const key = await world.key();

async function parley(...args: string[]) {
  return parleyWith({ PARLEY_URL: world.url, PARLEY_API_KEY: key }, ...args);
}
async function parleyWith(env: Record<string, string>, ...args: string[]) {
  const said = { out: '', err: '' };
  const exit = await runCli(args, {
    env,
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return {
    exit,
    out: said.out.trimEnd(),
    err: said.err.trimEnd(),
    json: () => JSON.parse(said.out),
  };
}
const created = async (title = 'By hand'): Promise<string> =>
  (await parley('meetings', 'create', '--title', title, '--json')).json().meetingRef;

describe('meetings', () => {
  test('create prints the meeting, for people or as JSON', async () => {
    const plain = await parley('meetings', 'create', '--title', 'Design review');
    expect([plain.exit, plain.out]).toEqual([
      0,
      expect.stringMatching(
        /^meeting {2}mtg_\w+\ntitle {4}Design review\nstate {4}created\ncreated {2}\S+Z$/,
      ),
    ]);
    const schedule =
      '--start-at 2026-11-24T15:00:00+01:00 --end-at 2026-11-24T16:00:00+01:00 --timezone Europe/Berlin';
    const given = [...schedule.split(' '), '--language', 'de'];
    const planned = await parley('meetings', 'create', '--title', 'Planned', ...given, '--json');
    expect(planned.json()).toMatchObject({
      schedule: { timezone: 'Europe/Berlin' },
      languageCode: 'de',
    });
  });

  test('create with an idempotency key makes one meeting', async () => {
    const call = ['meetings', 'create', '--title', 'Once', '--idempotency-key', 'cli', '--json'];
    expect((await parley(...call)).out).toBe((await parley(...call)).out);
  });

  test('show, end and cancel act on one meeting', async () => {
    const ref = await created();
    expect((await parley('meetings', 'show', ref, '--json')).json().meetingRef).toBe(ref);
    expect((await parley('meetings', 'cancel', ref)).out).toContain('cancelled (cancelled_by_api)');
    const refused = await parley('meetings', 'end', ref);
    expect([refused.exit, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^invalid_state: .*\n {2}meetingState cancelled$/);
  });

  test('list goes through the pages up to its limit, with filters', async () => {
    for (let i = 0; i < 3; i++) await created(`Listed ${i}`);
    const listed = (await parley('meetings', 'list', '--limit', '2')).out.split('\n');
    expect(listed).toHaveLength(3);
    expect(listed[0]).toMatch(/^MEETING +STATE +AT +TITLE$/);
    expect((await parley('meetings', 'list', '--json')).json().length).toBeGreaterThanOrEqual(3);
    expect((await parley('meetings', 'list', '--state', 'failed', '--json')).json()).toEqual([]);
    const env = { PARLEY_URL: world.url, PARLEY_API_KEY: key };
    const out = vi.fn();
    const none = ['meetings', 'list', '--state', 'failed'];
    expect(await runCli(none, { env, out, err: vi.fn() })).toBe(0);
    expect(out).not.toHaveBeenCalled();
    const wrong = await parley('meetings', 'list', '--state', 'over');
    expect(wrong.exit).toBe(2);
    expect(wrong.err).toContain('--state must be one of: created, in_progress');
  });
});

describe('links', () => {
  test('create prints the URL; list and revoke know it by its reference', async () => {
    const ref = await created();
    const made = await parley('links', 'create', ref, '--name', 'Ana', '--max-uses', '1');
    expect(made.out).toMatch(/^https:\/\/meet\.test\/j\/gl_\w+#k=[\w-]{43}$/);
    const [link] = (await parley('links', 'list', ref, '--json')).json();
    expect(link).toMatchObject({ displayName: 'Ana', maxUses: 1 });
    expect((await parley('links', 'revoke', ref, link.guestLinkRef)).exit).toBe(0);
    expect((await parley('links', 'list', ref)).out).toContain('revoked');
    expect((await parley('links', 'revoke', ref, 'gl_x')).err).toMatch(/^guest_link_not_found/);
  });
});

describe('transcript and summary', () => {
  test('before they are available: JSON says how far, text is refused or says so', async () => {
    const ref = await created();
    expect((await parley('transcript', ref, '--json')).json().status).toBe('pending');
    const transcript = await parley('transcript', ref, '--format', 'vtt');
    expect([transcript.exit, transcript.err]).toEqual([
      1,
      'transcript_not_ready: The transcript is pending; --wait waits for it.',
    ]);
    const summary = await parley('summary', ref);
    expect([summary.exit, summary.err]).toEqual([
      0,
      'The summary is pending; --wait waits for it.',
    ]);
  });

  test('an empty one prints nothing and says why', async () => {
    const ref = await created();
    await parley('meetings', 'cancel', ref);
    for (const name of ['transcript', 'summary'])
      expect(await parley(name, ref)).toMatchObject({
        exit: 0,
        out: '',
        err: `The ${name} is empty (meeting_cancelled).`,
      });
  });

  test('--wait prints them as soon as they are available', async () => {
    const ref = await created();
    const held = vi.spyOn(world.held, 'waitFor');
    const waiting = [
      parley('transcript', ref, '--wait', '--format', 'vtt'),
      parley('summary', ref, '--wait', '--json'),
    ];
    await vi.waitFor(
      () => expect(held.mock.calls.filter(([meetingRef]) => meetingRef === ref)).toHaveLength(2),
      { timeout: 15_000 },
    );
    await parley('meetings', 'cancel', ref);
    const [transcript, summary] = await Promise.all(waiting);
    expect([transcript?.exit, transcript?.out, transcript?.err]).toEqual([
      0,
      'WEBVTT',
      'The transcript is empty (meeting_cancelled).',
    ]);
    expect(summary?.json()).toMatchObject({ status: 'available', result: 'empty' });
  });

  test('a wait shows a person how long it lasts, clears the line, and then shows nothing', async () => {
    const ref = await created();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const shown: string[] = [];
    const waiting = runCli(['summary', ref, '--wait'], {
      env: { PARLEY_URL: world.url, PARLEY_API_KEY: key },
      out: () => {},
      err: (text) => void shown.push(text),
      isWatched: true,
    });
    vi.advanceTimersByTime(1_000);
    expect(shown).toHaveLength(2);
    await parley('meetings', 'cancel', ref);
    expect([await waiting, vi.getTimerCount()]).toEqual([0, 0]);
    expect(shown.slice(0, 2)).toEqual([
      '\r\x1b[KWaiting for the summary: 0 s',
      '\r\x1b[KWaiting for the summary: 1 s',
    ]);
    expect(shown.slice(-2)).toEqual(['\r\x1b[K', 'The summary is empty (meeting_cancelled).\n']);
  });
});

describe('exit code 1', () => {
  test('a refusal is printed with its code, with --json as the whole problem', async () => {
    expect((await parley('meetings', 'show', 'mtg_x')).err).toMatch(
      /^meeting_not_found: No such meeting/,
    );
    expect(JSON.parse((await parley('meetings', 'show', 'mtg_x', '--json')).err).status).toBe(404);
    const faulty = await parley('meetings', 'create', '--title', ' ');
    expect(faulty.err.split('\n')[1]).toMatch(/#\/title/);
  });

  test('a missing service is reported without the key', async () => {
    const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { PARLEY_URL: `http://127.0.0.1:${port}`, PARLEY_API_KEY: key };
    const reply = await parleyWith(env, 'meetings', 'show', 'mtg_x');
    server.close();
    expect([reply.exit, reply.err.includes(key)]).toEqual([1, false]);
    expect(reply.err).toContain('cannot be reached (other side closed)');
  });

  test('https to a service that speaks http is distinguished from a service that is away', async () => {
    const env = { PARLEY_URL: world.url.replace('http:', 'https:'), PARLEY_API_KEY: key };
    expect((await parleyWith(env, 'meetings', 'list')).err).toBe(
      'The service cannot be reached (it speaks http, not https). Check that it is running, and ' +
        'its address in PARLEY_URL or in the profile.',
    );
  });

  test('a host with two addresses, neither of which answers, is reported with the reason', async () => {
    const cause = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })));
    const reply = await parley('meetings', 'list').finally(() => vi.unstubAllGlobals());
    expect(reply.err).toContain('cannot be reached (ECONNREFUSED)');
  });
});

describe('exit code 2', () => {
  test.each([
    [['meetings']],
    [['meetings', 'destroy', 'x']],
    [['meetings', 'show']],
    [['meetings', 'show', 'a', 'b']],
    [['meetings', 'create']],
    [['meetings', 'create', '--title', 'x', '--start-at', '2026-11-24T15:00:00Z']],
    [['meetings', 'list', '--limit', '0']],
    [['meetings', 'list', 'extra']],
    [['meetings', 'show', 'x', '--colour']],
    [['links']],
    [['links', 'revoke', 'x']],
    [['links', 'create', 'x', '--max-uses', 'many']],
    [['transcript']],
    [['transcript', 'x', '--format', 'pdf']],
    [['transcript', 'x', '--format', 'vtt', '--json']],
    [['summary', 'x', '--format', 'text']],
  ])('%j is incorrect usage', async (args) => {
    const reply = await parley(...args);
    expect([reply.exit, reply.out]).toEqual([2, '']);
    expect(reply.err).not.toBe('');
  });

  test('a missing key is incorrect usage', async () => {
    expect((await parleyWith({ PARLEY_URL: world.url }, 'meetings', 'list')).exit).toBe(2);
  });

  test.each(['meet', 'localhost:8080', 'http://ann:secret@localhost:8080'])(
    'an address that cannot be used is incorrect usage: %s',
    async (url) => {
      const wrong = await parleyWith({ PARLEY_URL: url, PARLEY_API_KEY: key }, 'meetings', 'list');
      expect([wrong.exit, wrong.err]).toEqual([
        2,
        'PARLEY_URL must be a URL without a user name, such as https://meet.example.org.',
      ]);
    },
  );

  test('a key with a character that no key has is incorrect usage, and is not shown', async () => {
    const wrong = await parleyWith(
      { PARLEY_URL: world.url, PARLEY_API_KEY: `“${key}”` },
      'meetings',
      'list',
    );
    expect([wrong.exit, wrong.err.includes(key)]).toEqual([2, false]);
  });
});
