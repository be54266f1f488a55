import { describe, expect, it } from 'vitest';
import type { RecognizerHealth, SpoolRange, Words } from '../../core/ports.ts';
import type { Recognizer } from './recognizer.ts';
import { type ProcessLimit, startRecognizerPool } from './recognizer-pool.ts';

/** Recognizers that answer when told, and remember what they were asked. */
function scriptedRecognizers() {
  const started: {
    asked: SpoolRange[];
    health: RecognizerHealth;
    answer: ((words: Words) => void)[];
    scans: number;
    isStopped: boolean;
  }[] = [];
  const start = (): Recognizer => {
    const one: (typeof started)[number] = {
      asked: [],
      health: { status: 'ok', detail: null },
      answer: [],
      scans: 0,
      isStopped: false,
    };
    started.push(one);
    return {
      engine: { name: 'scripted', model: 'none', quality: 'standard' },
      languages: null,
      health: () => one.health,
      prepare: () => {},
      scan: async () => {
        one.scans += 1;
        return { speech: new Uint8Array(), level: new Float32Array() };
      },
      transcribe: (range) =>
        new Promise((resolve) => {
          one.asked.push(range);
          one.answer.push(resolve);
        }),
      transcribeInterim: async () => null,
      expectEnd: () => {},
      pid: () => undefined,
      stop: async () => {
        one.isStopped = true;
      },
    };
  };
  return { started, start };
}

/** Five seconds of sound. */
const range = (at: number): SpoolRange => ({
  meetingRef: 'mtg_1',
  trackRef: 'trk_1',
  path: 'a.pcm',
  fromSample: at * 80_000,
  toSample: (at + 1) * 80_000,
});
const atMost = (most: number): ProcessLimit => ({ most, decoding: 0 });
const said = (text: string): Words => ({ text, languageCode: 'en' });

describe('a pool of recognizers', () => {
  it('is one process while nothing waits for long', async () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(4));
    const words = pool.transcribe(range(0));
    started[0]?.answer[0]?.(said('one'));
    expect(await words).toEqual(said('one'));
    expect(started).toHaveLength(1);
  });

  it('starts another process when ranges wait, and gives later ones to the less busy process', () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(2));
    for (let at = 0; at < 6; at++) void pool.transcribe(range(at));
    expect(started.map(({ asked }) => asked.length)).toEqual([3, 3]);
  });

  it('never starts more than it may', () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(1));
    for (let at = 0; at < 20; at++) void pool.transcribe(range(at));
    expect(started).toHaveLength(1);
  });

  it('keeps to one process while another pool uses all that both may', async () => {
    const [english, german] = [scriptedRecognizers(), scriptedRecognizers()];
    const limit = atMost(3);
    const one = startRecognizerPool(english.start, limit);
    const other = startRecognizerPool(german.start, limit);
    const ranges = Array.from({ length: 9 }, (_, at) => range(at));
    const words = ranges.map((given) => one.transcribe(given));
    for (const given of ranges) void other.transcribe(given);
    expect(english.started.map(({ asked }) => asked.length)).toEqual([3, 3, 3]);
    expect(german.started.map(({ asked }) => asked.length)).toEqual([9]);
    // Once the first has nothing more to do, the second may have its processes.
    for (const { answer } of english.started) for (const give of answer) give(said('done'));
    await Promise.all(words);
    for (let at = 9; at < 12; at += 1) void other.transcribe(range(at));
    expect(german.started.length).toBeGreaterThan(1);
  });

  it('gives no work to a process that is not ready, or was lost', () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(2));
    for (let at = 0; at < 2; at++) void pool.transcribe(range(at));
    const second = started[1];
    if (second) second.health = { status: 'degraded', detail: 'It is being started again.' };
    for (let at = 2; at < 9; at++) void pool.transcribe(range(at));
    expect(started.map(({ asked }) => asked.length)).toEqual([9, 0]);
  });

  it('detects voices only in the first process, which keeps their state', async () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(2));
    for (let at = 0; at < 6; at++) void pool.transcribe(range(at));
    await pool.scan(range(0));
    expect(started.map(({ scans }) => scans)).toEqual([1, 0]);
  });

  it('stops every process', async () => {
    const { started, start } = scriptedRecognizers();
    const pool = startRecognizerPool(start, atMost(2));
    for (let at = 0; at < 6; at++) void pool.transcribe(range(at));
    await pool.stop();
    expect(started.map(({ isStopped }) => isStopped)).toEqual([true, true]);
  });
});
