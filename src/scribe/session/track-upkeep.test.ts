import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { KnownTrack } from '../../core/transcript/open-track.ts';
import type { ScanProgress } from '../captions/scan-progress.ts';
import type { SilenceNote, Silences } from '../spool/silence-note.ts';
import type { TrackFollower } from '../captions/track-follower.ts';
import type { TrackSpool } from '../spool/track-spool.ts';
import { TrackUpkeep } from './track-upkeep.ts';
import type { AttendedTrack } from './attended-tracks.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
    }),
);
afterEach(() => void vi.useRealTimers());

const SILENCE = { fromSample: 0, toSample: 16_000 };

/** A track in which nobody speaks until its spool `isDue`, and what was done for it. */
function silentTrack(trackRef: string, advance: () => Promise<void> = async () => {}) {
  const done = { flushed: 0, synced: 0, scanned: 0 };
  const spool = {
    isDue: false,
    isRestless: false,
    isUnsynced: false,
    silence: SILENCE,
    tick: () => {},
    flush: async () => {
      done.flushed += 1;
      const isSound = spool.isDue;
      await Promise.resolve();
      spool.isUnsynced ||= isSound;
      return true;
    },
    sync: async () => {
      if (spool.isUnsynced) done.synced += 1;
      spool.isUnsynced = false;
    },
  };
  const follower = {
    advance: () => {
      done.scanned += 1;
      return advance();
    },
  };
  const track: AttendedTrack = {
    known: { trackRef } as Partial<KnownTrack> as KnownTrack,
    spool: spool as Partial<TrackSpool> as TrackSpool,
    follower: follower as Partial<TrackFollower> as TrackFollower,
    heardMs: 0,
    isHeard: true,
    isMuted: () => false,
  };
  return { track, spool, done };
}

/** The upkeep of `tracks`, begun a moment ago. */
async function upkeepOf(tracks: AttendedTrack[]) {
  const notes: Silences[] = [];
  let written = 0;
  const upkeep = new TrackUpkeep({
    ctx: { log: silentLog } as Partial<Ctx> as Ctx,
    tracks,
    silences: {
      write: (silences) => void notes.push(silences),
    } as Partial<SilenceNote> as SilenceNote,
    progress: { write: () => void (written += 1) } as Partial<ScanProgress> as ScanProgress,
    copies: null,
    isHeld: () => true,
  });
  upkeep.start();
  await vi.advanceTimersByTimeAsync(60);
  return { upkeep, notes, written: () => written };
}

it('writes one note a second for all silent tracks, and each spool once in 4 s', async () => {
  const silent = ['a', 'b', 'c'].map((trackRef) => silentTrack(trackRef));
  const speaker = silentTrack('d');
  speaker.spool.isDue = true;
  const { upkeep, notes, written } = await upkeepOf([...silent, speaker].map(({ track }) => track));
  for (let heard = 0; heard < 80; heard++) {
    await vi.advanceTimersByTimeAsync(100);
    for (const { track } of [...silent, speaker]) upkeep.heard(track);
  }
  await vi.advanceTimersByTimeAsync(1);
  expect(notes.length).toBe(9);
  expect(written()).toBe(9);
  expect([...(notes.at(-1)?.keys() ?? [])]).toEqual(['a', 'b', 'c', 'd']);
  expect(silent.map(({ done }) => done.flushed)).toEqual([3, 3, 3]);
  expect(speaker.done.flushed).toBeGreaterThan(80);
  expect(speaker.done.synced).toBe(8);
});

it('writes and scans a due track at once when it has sound, and leaves the others alone', async () => {
  const [speaker, listener] = [silentTrack('a'), silentTrack('b')];
  const { upkeep } = await upkeepOf([speaker.track, listener.track]);
  speaker.spool.isDue = true;
  upkeep.heard(speaker.track);
  await vi.advanceTimersByTimeAsync(1);
  expect([speaker.done, listener.done].map(({ flushed, scanned }) => [flushed, scanned])).toEqual([
    [2, 2],
    [1, 1],
  ]);
});

it('syncs the last sound within a second, even if nothing or only others follow', async () => {
  const [speaker, other] = [silentTrack('a'), silentTrack('b')];
  const { upkeep } = await upkeepOf([speaker.track, other.track]);
  for (const isOtherHeard of [false, true]) {
    const before = speaker.done.synced;
    speaker.spool.isDue = true;
    upkeep.heard(speaker.track);
    await vi.advanceTimersByTimeAsync(100);
    speaker.spool.isDue = false;
    other.spool.isRestless = isOtherHeard;
    upkeep.heard(other.track);
    await vi.advanceTimersByTimeAsync(1);
    other.spool.isRestless = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(speaker.done.synced).toBe(before + 1);
  }
});

it('soon retries a failed scan, even without new sound', async () => {
  let failures = 2;
  const { track, spool, done } = silentTrack('a', async () => {
    if (failures-- > 0) throw new Error('no database');
  });
  spool.isDue = true;
  await upkeepOf([track]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(done.scanned).toBe(3);
});

it('does nothing after it was stopped', async () => {
  const { track, spool, done } = silentTrack('a');
  const { upkeep } = await upkeepOf([track]);
  spool.isDue = true;
  upkeep.heard(track);
  upkeep.stop();
  upkeep.heard(track);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(done.flushed).toBe(1);
});
