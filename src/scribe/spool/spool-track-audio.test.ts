// Sound that arrives before the row and the file of its track exist.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock } from '../../../dev/world/clock-and-log.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';
import { type SpooledTrack, spoolTrackAudio } from './spool-track-audio.ts';
import { TrackSpool } from './track-spool.ts';

const SECOND = 16_000;
const secondOfSound = new Int16Array(SECOND).fill(1_000);
/** The caller of `write` reuses its buffer. */
const BUFFER = new Int16Array(SECOND);

let folder: string;
let lost: Range[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-early-'));
  lost = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** A track whose file only `create` creates. It resolves with the seconds until its end and its last sound. */
function lateTrack() {
  const { promise: mayOpen, resolve: open } = Promise.withResolvers<void>();
  const { promise: opened, resolve: noteOpened } = Promise.withResolvers<SpooledTrack>();
  const clock = manualClock();
  const sink = spoolTrackAudio({
    clock,
    isMuted: () => false,
    isSilentBefore: false,
    open: async (startedAt): Promise<SpooledTrack> => {
      await mayOpen;
      const spool = await TrackSpool.open({
        path: join(folder, 'track.pcm'),
        startedAt,
        onLost: (range) => lost.push(range),
        onTrouble: () => {},
      });
      const known = {} as Partial<KnownTrack> as KnownTrack;
      return { known, spool, heardMs: 0, isHeard: false, isMuted: () => false };
    },
    onHeard: noteOpened,
    onTrouble: (error) => expect(error).toBe(null),
  });
  const create = async () => {
    open();
    const { spool, heardMs, isHeard } = await opened;
    const isEnding = spool.isRestless;
    await spool.close();
    const { startedAtMs } = spool;
    return {
      startedAtMs,
      heardMs,
      isHeard,
      isEnding,
      seconds: [spool.written / SECOND, spool.audibleUntil / SECOND],
    };
  };
  return { clock, sink, create };
}

test('a track begins at the time of the database, also after the machine slept', async () => {
  const { clock, sink, create } = lateTrack();
  const startedAtMs = clock.now().getTime();
  sink.write(secondOfSound);
  clock.advance(3_600);
  expect((await create()).startedAtMs).toBe(startedAtMs);
});

test('a break soon after the first sound counts from that sound', async () => {
  const { clock, sink, create } = lateTrack();
  clock.advance(2);
  sink.write(secondOfSound);
  const heardMs = clock.now().getTime();
  clock.advance(2);
  expect((await create()).heardMs).toBe(heardMs);
});

test('what is more than memory may hold is reported as lost, and positions stay right', async () => {
  const { sink, create } = lateTrack();
  for (let second = 0; second < 70; second += 1) {
    sink.write(BUFFER.fill(1_000));
    BUFFER.fill(0);
  }
  expect((await create()).seconds).toEqual([70, 55]);
  expect(lost).toEqual([{ fromSample: 55 * SECOND, toSample: 70 * SECOND }]);
});

test('a track that is over before its file is there also ends in silence, which ends its last utterance', async () => {
  const { sink, create } = lateTrack();
  sink.write(secondOfSound);
  sink.end();
  expect(await create()).toMatchObject({ isHeard: false, isEnding: true, seconds: [1, 1] });
});

test('what the network lost before the file is there counts as lost, in its place', async () => {
  const { sink, create } = lateTrack();
  sink.write(secondOfSound);
  sink.writeSilence(2 * SECOND);
  sink.noteLost?.(SECOND);
  sink.write(secondOfSound);
  expect((await create()).seconds).toEqual([4, 4]);
  expect(lost).toEqual([{ fromSample: 2 * SECOND, toSample: 3 * SECOND }]);
});

test('silence takes none of that memory', async () => {
  const { sink, create } = lateTrack();
  sink.writeSilence(100 * SECOND);
  sink.write(secondOfSound);
  expect((await create()).seconds).toEqual([101, 101]);
  expect(lost).toEqual([]);
});
