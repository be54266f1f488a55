import { JoinResponse, ParticipantUpdate, SignalResponse } from '@livekit/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SignalClient } from './signal-client.ts';

const HOUR_MS = 3_600_000;
const PING_S = { pingInterval: 10, pingTimeout: 20 };

/** A media server that admits everyone, and then says nothing. */
class SilentServer extends EventTarget {
  static readonly OPEN = 1;
  static opened: SilentServer[] = [];
  readonly readyState = SilentServer.OPEN;
  readonly url: URL;
  isClosed = false;

  constructor(url: URL) {
    super();
    this.url = url;
    SilentServer.opened.push(this);
    queueMicrotask(() => this.say({ case: 'join', value: new JoinResponse(PING_S) }));
  }

  say(message: SignalResponse['message']): void {
    const data = new SignalResponse({ message }).toBinary();
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  send(): void {}

  close(): void {
    this.isClosed = true;
  }
}

beforeEach(() => {
  SilentServer.opened = [];
  vi.stubGlobal('WebSocket', SilentServer);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listener = {
  onMessage: () => {},
  onOver: () => {},
  hasMedia: () => true,
  subscribed: () => [],
};

test('a connection that breaks is resumed with the latest token: the first one has expired', async () => {
  const client = new SignalClient('ws://media.test', 'first', listener);
  await client.join();
  const [server] = SilentServer.opened;
  server?.say({ case: 'refreshToken', value: 'second' });
  server?.dispatchEvent(new Event('close'));
  await vi.waitFor(() => expect(SilentServer.opened).toHaveLength(2), 15_000);
  expect(SilentServer.opened[1]?.url.searchParams.get('access_token')).toBe('second');
  client.close();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock set %s an hour never changes how long silence is tolerated', async (_name, stepMs) => {
  const client = new SignalClient('ws://media.test', 'token', listener);
  await client.join();
  vi.setSystemTime(Date.now() + stepMs);
  const isClosed = () => SilentServer.opened[0]?.isClosed;
  vi.advanceTimersByTime(30_000);
  expect(isClosed()).toBe(false);
  vi.advanceTimersByTime(10_000);
  expect(isClosed()).toBe(true);
  client.close();
});

test('a connection on which nothing arrives any more is resumed, even if the server never closes it', async () => {
  const client = new SignalClient('ws://media.test', 'token', listener);
  await client.join();
  vi.advanceTimersByTime(40_000);
  await vi.waitFor(() => expect(SilentServer.opened).toHaveLength(2), 15_000);
  expect(SilentServer.opened[1]?.url.searchParams.get('reconnect')).toBe('1');
  client.close();
});

test('what a connection says after it was given up is ignored', async () => {
  const heard: unknown[] = [];
  const onMessage: (typeof listener)['onMessage'] = (...said: unknown[]) => heard.push(...said);
  const client = new SignalClient('ws://media.test', 'token', { ...listener, onMessage });
  await client.join();
  const [server] = SilentServer.opened;
  server?.say({ case: 'update', value: new ParticipantUpdate() });
  vi.advanceTimersByTime(40_000);
  server?.say({ case: 'update', value: new ParticipantUpdate() });
  expect(heard).toHaveLength(1);
  client.close();
});
