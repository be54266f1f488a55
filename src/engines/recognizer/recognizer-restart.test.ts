import { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readWav } from '../../../dev/world/media/talker.ts';
import { wordErrorRate } from '../../../dev/world/speech/word-error-rate.ts';
import {
  speechModelDir,
  testSpeechPath,
  testSpeechTable,
  vadModelPath,
} from '../../../setup/places.mjs';
import { RangeFailed, type RecognizerHealth } from '../../core/ports.ts';
import { startRecognizerPool } from './recognizer-pool.ts';
import type { RecognizerOptions } from './recognizer-options.ts';
import { type Recognizer, startRecognizer } from './recognizer.ts';
import { silentLog } from '../../../dev/world/clock-and-log.ts';

const SECOND = 16_000;

const meetingRef = 'mtg_1';

const trackRef = 'trk_1';

const human = testSpeechTable().humanText;

let folder: string;

let path: string;

let leadSamples: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-recognizer-'));
  path = join(folder, 'human.pcm');
  const { samples } = readWav(testSpeechPath('two_cities'));
  const spool = Int16Array.from(
    { length: Math.floor(samples.length / 3) },
    (_, i) => ((samples[3 * i] ?? 0) + (samples[3 * i + 1] ?? 0) + (samples[3 * i + 2] ?? 0)) / 3,
  );
  await writeFile(path, Buffer.from(spool.buffer));
  leadSamples = testSpeechTable().leadSilenceSeconds * SECOND;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function withRecognizer<T>(
  work: (recognizer: Recognizer, health: () => RecognizerHealth) => Promise<T>,
  options: Partial<RecognizerOptions> = {},
  onOk: (recognizer: Recognizer) => void = () => {},
): Promise<T> {
  const recognizer: Recognizer = startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
    ...options,
    onHealth: (health) => health.status === 'ok' && onOk(recognizer),
  });
  try {
    return await work(recognizer, () => recognizer.health());
  } finally {
    await recognizer.stop();
  }
}

/** Six ranges of 7 s from the beginning of the speech. */
function ranges() {
  return Array.from({ length: 6 }, (_, i) => ({
    meetingRef,
    trackRef,
    path,
    fromSample: leadSamples + i * 7 * SECOND,
    toSample: leadSamples + (i + 1) * 7 * SECOND,
  }));
}

describe('the recognizer', () => {
  it('loses nothing when its process is killed at work', async () => {
    await withRecognizer(async (recognizer) => {
      const answers = ranges().map((range) => recognizer.transcribe(range));
      await answers[0];
      const killed = recognizer.pid();
      process.kill(killed ?? 0, 'SIGKILL');
      const texts = (await Promise.all(answers)).map((answer) => answer.text);
      expect(recognizer.pid()).not.toBe(killed);
      expect(wordErrorRate(human, texts.join(' '))).toBeLessThan(0.25);
    });
  });

  it(
    'loses and repeats nothing when it is killed again and again while it has more to do than it can',
    { timeout: 60_000 },
    async () => {
      await withRecognizer(async (recognizer, health) => {
        const answers = [...ranges(), ...ranges()].map((range) => recognizer.transcribe(range));
        for (const some of [0, 5]) {
          await answers[some];
          process.kill(recognizer.pid() ?? 0, 'SIGKILL');
          await vi.waitFor(() => expect(health().status).toBe('degraded'), { timeout: 20_000 });
        }
        const texts = (await Promise.all(answers)).map(({ text }) => text);
        for (const from of [0, 6])
          expect(wordErrorRate(human, texts.slice(from, from + 6).join(' '))).toBeLessThan(0.25);
      });
    },
  );

  it('with several processes loses nothing when an additional one is killed', async () => {
    const started: Recognizer[] = [];
    const start = (): Recognizer => {
      const recognizer = startRecognizer({
        modelDir: speechModelDir(),
        vadPath: vadModelPath(),
        log: silentLog,
      });
      started.push(recognizer);
      return recognizer;
    };
    const pool = startRecognizerPool(start, { most: 2, decoding: 0 });
    try {
      await vi.waitFor(() => expect(pool.health().status).toBe('ok'), { timeout: 20_000 });
      const before = [...ranges(), ...ranges()].map((range) => pool.transcribe(range));
      await vi.waitFor(() => expect(started[1]?.health().status).toBe('ok'), { timeout: 20_000 });
      const after = ranges().map((range) => pool.transcribe(range));
      process.kill(started[1]?.pid() ?? 0, 'SIGKILL');
      const texts = (await Promise.all([...before, ...after])).map(({ text }) => text);
      expect(wordErrorRate([human, human, human].join(' '), texts.join(' '))).toBeLessThan(0.25);
    } finally {
      await pool.stop();
    }
  });

  it('gives up a range that crashes the process both with others and alone, and continues', async () => {
    let crashes = 0;
    const crash = (recognizer: Recognizer) => {
      if (crashes++ < 3) process.kill(recognizer.pid() ?? 0, 'SIGABRT');
    };
    await withRecognizer(
      async (recognizer) => {
        const [poison, next] = ranges()
          .slice(0, 2)
          .map((range) => recognizer.transcribe(range));
        await expect(poison).rejects.toThrow(RangeFailed);
        expect((await next)?.text).not.toBe('');
      },
      {},
      crash,
    );
  });

  it('releases its memory while idle, stays healthy, and recognizes speech again', async () => {
    const recognizer = startRecognizer({
      modelDir: speechModelDir(),
      vadPath: vadModelPath(),
      log: silentLog,
      restAfterMs: 100,
    });
    try {
      await vi.waitFor(() => expect(recognizer.health().status).toBe('ok'), { timeout: 20_000 });
      const pid = recognizer.pid() ?? 0;
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 5_000 });
      expect([recognizer.pid(), recognizer.health().status]).toEqual([undefined, 'ok']);
      const [range] = ranges();
      expect(range && (await recognizer.transcribe(range)).text).toMatch(/times/);
    } finally {
      await recognizer.stop();
    }
  });

  it('does not report a crash when work arrives the moment it becomes idle', async () => {
    const healths: string[] = [];
    const onHealth = ({ status }: RecognizerHealth) => void healths.push(status);
    const recognizer = startRecognizer({
      modelDir: speechModelDir(),
      vadPath: vadModelPath(),
      log: silentLog,
      onHealth,
      restAfterMs: 100,
    });
    const [range] = ranges();
    if (!range) throw new Error('no speech');
    const heard = new Promise<string>((resolve, reject) => {
      const kill: ChildProcess['kill'] = Reflect.get(ChildProcess.prototype, 'kill');
      vi.spyOn(ChildProcess.prototype, 'kill').mockImplementationOnce(function end(
        this: ChildProcess,
        signal,
      ) {
        const done = kill.call(this, signal);
        recognizer.transcribe(range).then(({ text }) => resolve(text), reject);
        return done;
      });
    });
    try {
      expect(await heard).toMatch(/times/);
      expect(healths).toEqual(['ok', 'ok']);
    } finally {
      vi.restoreAllMocks();
      await recognizer.stop();
    }
  });
});
