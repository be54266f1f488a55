import { expect, it } from 'vitest';
import { RangeFailed, type RecognizerPort, type SpoolRange } from '../../core/ports.ts';
import type { Progress } from '../../core/transcript/append-utterance.ts';
import { TrackFollower } from './track-follower.ts';

const MS = 16;
const WINDOW = 512;

/** A follower of a track that grows, and what it had scanned; `speechFrom`: in ms. A scan that `fails` is refused. */
function following(
  speechFrom = Infinity,
  fails: (range: SpoolRange) => string | null = () => null,
) {
  const scanned: SpoolRange[] = [];
  const kept: Progress[] = [];
  const spool = { path: 'spool', written: 0, loudUntil: 0, audibleUntil: Infinity, liveFrom: 0 };
  const scan: RecognizerPort['scan'] = async (range) => {
    scanned.push(range);
    await new Promise((resolve) => setImmediate(resolve));
    const code = fails(range);
    if (code) throw new RangeFailed('unreadable', { code });
    const count = Math.floor((range.toSample - range.fromSample) / WINDOW);
    const speech = Uint8Array.from({ length: count }, (_entry, i) =>
      Number(range.fromSample + i * WINDOW >= speechFrom * MS),
    );
    return { speech, level: new Float32Array(count) };
  };
  const recognizer = {
    scan,
    expectEnd: () => {},
  } as Partial<RecognizerPort> as RecognizerPort;
  const follower = new TrackFollower(
    {
      meetingRef: 'mtg_1',
      recognizer,
      keep: async (progress) => (kept.push(progress), progress.cuts),
      onLikely: () => {},
      onCuts: () => {},
      onOpen: () => {},
    },
    {
      trackRef: 't',
      participantRef: 'p',
      mediaTrackSid: 'm',
      startedAt: new Date(0),
      scannedSamples: 0,
      lastCut: { endSample: 0, isForced: false },
      closed: false,
    },
    spool,
  );
  const grow = async (toMs: number, isLoud: boolean) => {
    for (; spool.written < toMs * MS; spool.written += 100 * MS) {
      if (isLoud) spool.loudUntil = spool.written + 100 * MS;
      await follower.advance();
    }
  };
  return { follower, spool, scanned, kept, grow };
}

it('scans a quiet track once a second, and at once when it becomes loud', async () => {
  const { scanned, grow } = following();
  await grow(3_000, false);
  expect(scanned.length).toBeLessThanOrEqual(2);
  const before = scanned.length;
  await grow(3_500, true);
  expect(scanned.length - before).toBeGreaterThanOrEqual(4);
});

it('follows an utterance closely to its end, however quiet that is', async () => {
  const { scanned, grow } = following(900);
  await grow(1_200, false);
  const before = scanned.length;
  await grow(2_000, false);
  expect(scanned.length - before).toBeGreaterThanOrEqual(6);
});

it('scans no long silence, and continues with the next sound', async () => {
  const { scanned, spool, grow } = following();
  spool.audibleUntil = 500 * MS;
  await grow(1_600, true);
  const heard = scanned.length;
  await grow(4_000, false);
  expect(scanned.slice(heard).every(({ fromSample }) => fromSample < 1_500 * MS)).toBe(true);
  spool.audibleUntil = Infinity;
  await grow(4_500, true);
  expect(scanned.at(-1)?.toSample).toBeGreaterThan(4_000 * MS);
});

it('counts a range that cannot be scanned as failed, and continues after it', async () => {
  const { follower, spool, scanned, kept } = following(0, ({ fromSample }) =>
    fromSample === 0 ? 'ENOENT' : null,
  );
  spool.written = 31_000 * MS;
  spool.loudUntil = spool.written;
  await follower.finish();
  const failed = kept.flatMap((progress) => progress.failed ?? []);
  expect(failed).toEqual([{ fromSample: 0, toSample: 30_000 * MS }]);
  expect(scanned.at(-1)?.toSample).toBe(spool.written);
  expect(kept.flatMap(({ cuts }) => cuts).at(-1)?.toSample).toBe(spool.written);
  expect(kept.at(-1)?.closed).toBe(true);
});

it('has scanned everything once when it is finished, silence included, even during a scan', async () => {
  const { follower, spool, scanned, grow } = following();
  await grow(1_700, false);
  spool.written = 3_000 * MS;
  await Promise.all([follower.advance(), follower.finish()]);
  expect(scanned.at(-1)?.toSample).toBe(spool.written);
  expect(
    scanned.every(
      ({ fromSample }, i) =>
        i === 0 || fromSample === Math.floor((scanned[i - 1]?.toSample ?? 0) / WINDOW) * WINDOW,
    ),
  ).toBe(true);
});

it('scans nothing twice when sound is still being written while the track ends', async () => {
  const { follower, spool, scanned, kept } = following(0);
  spool.written = 2_000 * MS;
  spool.loudUntil = spool.written;
  const finished = follower.finish();
  spool.written = 2_900 * MS;
  await Promise.all([finished, follower.advance()]);
  expect(scanned.map(({ fromSample }) => fromSample)).toEqual(
    [...new Set(scanned.map(({ fromSample }) => fromSample))].toSorted((a, b) => a - b),
  );
  const ends = kept.flatMap(({ cuts }) => cuts).map(({ toSample }) => toSample);
  expect(Math.max(...ends)).toBeLessThanOrEqual(spool.written);
  expect(kept.filter(({ closed }) => closed)).toHaveLength(1);
});

it('scans sound that the disk refused for a moment, and loses none of it', async () => {
  let faults = 1;
  const { follower, spool, kept } = following(0, () => (faults-- > 0 ? 'EIO' : null));
  spool.written = 3_000 * MS;
  await follower.finish();
  expect(kept.flatMap(({ failed = [] }) => failed)).toEqual([]);
  expect(kept.flatMap(({ cuts }) => cuts)).toHaveLength(1);
});

it.each([
  { when: 'received it whole', fromMs: 2_500, cuts: 0 },
  { when: 'received only a part of it', fromMs: 3_900, cuts: 1 },
  { when: 'may not have received a track this new', fromMs: 1_500, cuts: 1 },
  { when: 'may not have received it since it continued', fromMs: 2_500, liveMs: 2_000, cuts: 1 },
])('cuts an open utterance $cuts times when the next scribe $when', async (row) => {
  const { fromMs, liveMs = 0, cuts } = row;
  const { follower, spool, kept, grow } = following(3_000);
  spool.liveFrom = liveMs * MS;
  await grow(4_000, true);
  await follower.handOver(fromMs * MS);
  expect(kept.flatMap((progress) => progress.cuts)).toHaveLength(cuts);
  expect(kept.at(-1)?.failed).toEqual([]);
});
