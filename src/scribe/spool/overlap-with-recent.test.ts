// How much of the sound that a standby received is already in the file, although the clocks of the two machines differ.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RecentSound } from './recent-sound.ts';
import { TrackSpool } from './track-spool.ts';
import type { Range } from '../../core/transcript/cut-utterances.ts';

const START = Date.parse('2026-11-24T09:00:00.000Z');
const MS = 16;
/** The standby joined then, and the other scribe's file ends 5 s later. */
const JOINED_MS = 1_000;
const END_MS = 6_000;

let folder: string;
let lost: Range[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-overlap-'));
  lost = [];
});
afterEach(() => rm(folder, { recursive: true }));

let seed = 1;
/** Noise, which never repeats. */
const said = Int16Array.from({ length: 20_000 * MS }, () => {
  seed = (seed * 48_271) % 0x7fffffff;
  return (seed % 6_000) - 3_000;
});

/** Milliseconds `from` to `to` of it. */
function voice(from: number, to: number): Int16Array {
  return said.slice(from * MS, to * MS);
}

/** The milliseconds of `received` that a spool with this sound already has, if the clocks differ by so much. */
async function overlap(written: Int16Array, received: Int16Array, offMs = 0): Promise<number> {
  const spool = await TrackSpool.open({
    path: join(folder, 'track.pcm'),
    startedAt: new Date(START),
    onLost: (range) => lost.push(range),
    onTrouble: () => {},
  });
  spool.goLive(START, true);
  spool.write(written);
  await spool.flush();
  const recent = new RecentSound(START + JOINED_MS + offMs);
  recent.write(received);
  const samples = await spool.overlapWith(recent);
  await spool.close();
  return samples / MS;
}

test.each([0, 300, -900, 1_900, -1_900])(
  'the overlap is found when the clocks differ by %i ms',
  async (offMs) => {
    const known = await overlap(voice(0, END_MS), voice(JOINED_MS, END_MS + 3_000), offMs);
    expect(known).toBe(END_MS - JOINED_MS);
    expect(lost).toEqual([]);
  },
);

test('a packet that the standby did not receive hides nothing', async () => {
  const received = voice(JOINED_MS, END_MS + 3_000);
  received.fill(0, (END_MS - JOINED_MS - 60) * MS, (END_MS - JOINED_MS - 20) * MS);
  const known = await overlap(voice(0, END_MS), received, 900);
  expect(known).toBe(END_MS - JOINED_MS);
  expect(lost).toEqual([]);
});

test('in silence the clock decides, and nothing is in doubt', async () => {
  const silence = new Int16Array(1_000 * MS);
  const written = new Int16Array([...voice(0, END_MS - 1_000), ...silence]);
  expect(await overlap(written, silence, 300)).toBe(END_MS - JOINED_MS - 300);
  expect(lost).toEqual([]);
});

test('speech that the standby does not have where the file ends is reported as lost', async () => {
  const known = await overlap(voice(0, END_MS), voice(10_000, 18_000));
  expect(known).toBe(END_MS - JOINED_MS);
  expect(lost).toEqual([{ fromSample: END_MS * MS, toSample: (END_MS + 2_000) * MS }]);
});
