import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionReports } from './connection-reports.ts';
import type { MediaCounts } from './measure-media.ts';

const KEY = { participantRef: 'pt_1', participantSecret: 'secret' };
let isAway: boolean;
let isSlow: boolean;
let sent: Record<string, unknown>[];
let counts: MediaCounts | null;

beforeEach(() => {
  vi.useFakeTimers();
  isAway = false;
  isSlow = false;
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (isAway) throw new TypeError('no network');
    sent.push(JSON.parse(body) as Record<string, unknown>);
    while (isSlow) await new Promise((resolve) => setTimeout(resolve, 1_000));
    return Response.json({ meetingState: 'in_progress' });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const room = { measure: async () => counts };
const counted = (packets: number, lost: number): MediaCounts => ({
  path: { way: 'udp', roundTripMs: 20 },
  jitterMs: 3,
  sent: new Map([['O', { packets, lost }]]),
  received: new Map(),
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a report comes five seconds after connecting, then each minute, with what was added', async () => {
  const reports = new ConnectionReports();
  counts = counted(100, 1);
  reports.start(KEY, room);
  await pass(5_000);
  counts = counted(400, 5);
  await pass(60_000);
  expect(sent).toEqual([
    {
      participantSecret: 'secret',
      transport: 'udp',
      reconnections: 0,
      sent: { packets: 100, lost: 1 },
      received: { packets: 0, lost: 0 },
      jitterMs: 3,
      roundTripMs: 20,
    },
    expect.objectContaining({ sent: { packets: 300, lost: 4 } }),
  ]);
  reports.stop();
  await pass(120_000);
  expect(sent).toHaveLength(2);
});

test('what did not arrive is in the next report', async () => {
  const reports = new ConnectionReports();
  counts = counted(100, 1);
  isAway = true;
  reports.start(KEY, room);
  await pass(5_000);
  isAway = false;
  counts = counted(400, 5);
  await pass(60_000);
  expect(sent).toEqual([expect.objectContaining({ sent: { packets: 400, lost: 5 } })]);
  reports.stop();
});

test('a restored connection is reported once and soon, whether it is the same or another', async () => {
  const reports = new ConnectionReports();
  counts = counted(100, 1);
  reports.note('connected');
  reports.start(KEY, room);
  await pass(5_000);
  reports.note('reconnecting');
  reports.note('reconnecting');
  reports.note('connected');
  await pass(5_000);
  reports.note('reconnecting');
  reports.stop();
  counts = counted(50, 0);
  reports.note('connected');
  reports.start(KEY, room);
  await pass(65_000);
  expect(sent.map(({ reconnections }) => reconnections)).toEqual([0, 1, 1, 0]);
  expect(sent.map((report) => report['sent'])).toEqual([
    { packets: 100, lost: 1 },
    { packets: 0, lost: 0 },
    { packets: 50, lost: 0 },
    { packets: 0, lost: 0 },
  ]);
  reports.stop();
});

test('a report that takes long is not sent twice, and the next one covers the time since', async () => {
  const reports = new ConnectionReports();
  counts = counted(100, 1);
  isSlow = true;
  reports.note('connected');
  reports.start(KEY, room);
  await pass(5_000);
  counts = counted(400, 5);
  reports.note('reconnecting');
  reports.note('connected');
  await pass(5_000);
  expect(sent).toHaveLength(1);
  isSlow = false;
  await pass(10_000);
  expect(sent.map((report) => [report['sent'], report['reconnections']])).toEqual([
    [{ packets: 100, lost: 1 }, 0],
    [{ packets: 300, lost: 4 }, 1],
  ]);
  reports.stop();
});

test('without a path to the media server there is no report', async () => {
  const reports = new ConnectionReports();
  counts = null;
  reports.start(KEY, room);
  await pass(65_000);
  expect(sent).toEqual([]);
  reports.stop();
});
