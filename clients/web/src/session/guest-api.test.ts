import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { awaitAdmission, joinMeeting, openLobby, renewAdmission } from './guest-api.ts';

const link = { guestLinkRef: 'gl/1', secret: 'hush' };
const key = { participantRef: 'pt_1', participantSecret: 'quiet' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => vi.unstubAllGlobals());

/** A service that never answers. */
const silence = (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

function answerWith(status: number, body: string) {
  const fetched = vi.fn(
    async (_path: string, _init: RequestInit) => new Response(body, { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

describe('a call of the guest API', () => {
  // Promise: 13
  test('carries its secret in the body and never in the URL', async () => {
    const fetched = answerWith(200, '{}');
    await joinMeeting(link, { displayName: 'Anna' });
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/guest/links/gl%2F1/join');
    expect(JSON.parse(typeof init?.body === 'string' ? init.body : '')).toEqual({
      secret: 'hush',
      displayName: 'Anna',
      attempt: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test('the lobby names a join whose answer was lost, and none before', async () => {
    const fetched = answerWith(503, '');
    await openLobby(link);
    await joinMeeting(link, { displayName: 'Anna' });
    await openLobby(link);
    const [before, join, after] = fetched.mock.calls.map(([, { body }]) =>
      JSON.parse(typeof body === 'string' ? body : ''),
    );
    expect(before).toEqual({ secret: 'hush' });
    expect(after).toEqual({ secret: 'hush', attempt: join.attempt });
  });

  test.each([
    [200, '{"title":"T"}', { kind: 'ok', value: { title: 'T' } }],
    [410, '{"code":"guest_link_not_usable"}', { kind: 'gone', meetingState: null }],
    [
      410,
      '{"code":"guest_link_not_usable","meetingState":"ended"}',
      { kind: 'gone', meetingState: 'ended' },
    ],
    [410, '{"code":"participant_gone"}', { kind: 'removed' }],
    [409, '{"code":"meeting_full"}', { kind: 'full' }],
    [409, '{"code":"meeting_locked"}', { kind: 'locked' }],
    [429, '', { kind: 'unavailable' }],
    [503, '', { kind: 'unavailable' }],
    [422, '{"code":"validation_error"}', { kind: 'refused' }],
    [200, 'not json', { kind: 'unreachable' }],
  ])('answered %i %s is %j', async (status, body, expected) => {
    answerWith(status, body);
    expect(await openLobby(link)).toEqual(expected);
  });

  // Proxies answer like this while the service restarts.
  test.each([
    [404, '404 page not found'],
    [410, 'not json'],
    [409, '{"code":1}'],
    [403, '{}'],
    [422, 'null'],
  ])('answered %i %s, which no answer of the service is, may be retried', async (status, body) => {
    answerWith(status, body);
    expect(await openLobby(link)).toEqual({ kind: 'unavailable' });
  });

  test.each<[string, number, () => Promise<unknown>]>([
    ['any call', 10_000, () => renewAdmission(key)],
    ['a call that the service holds', 30_000, () => awaitAdmission(key, false)],
  ])('%s that is not answered is unreachable after %i ms', async (_, afterMs, ask) => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', silence);
    let answer: unknown = null;
    void ask().then((given) => (answer = given));
    await vi.advanceTimersByTimeAsync(afterMs - 1);
    expect(answer).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toEqual({ kind: 'unreachable' });
    vi.useRealTimers();
  });

  test('that its caller gives up ends at once', async () => {
    vi.stubGlobal('fetch', silence);
    const stop = new AbortController();
    const waiting = awaitAdmission(key, false, stop.signal);
    stop.abort();
    expect(await waiting).toEqual({ kind: 'unreachable' });
  });

  test('without a network is unreachable', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    expect(await renewAdmission(key)).toEqual({ kind: 'unreachable' });
  });
});
