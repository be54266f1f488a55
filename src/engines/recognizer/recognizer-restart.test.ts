import { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { constantParakeet } from '../../../dev/world/speech/constant-models.ts';
import {
  embeddedRecognizer,
  spoolHumanSpeech,
  withRecognizer,
} from '../../../dev/world/speech/human-speech.ts';
import { wordErrorRate } from '../../../dev/world/speech/word-error-rate.ts';
import { testSpeechTable } from '../../../setup/places.mjs';
import { RangeFailed, type RecognizerHealth } from '../../core/ports.ts';
import { startRecognizerPool } from './recognizer-pool.ts';
import type { Recognizer } from './recognizer.ts';

const human = testSpeechTable().humanText;
const { folder, ranges, remove } = await spoolHumanSpeech();
/** All but the last of what the first four ranges contain. */
const upToWinter = (text: string): string => /^.*winter/is.exec(text)?.[0] ?? '';

afterAll(remove);

// Several processes load the model and decode half a minute of speech.
describe('the recognizer', { timeout: 120_000 }, () => {
  it('loses nothing when its process is killed again and again while it has more to do than it can', async () => {
    await withRecognizer(async (recognizer) => {
      const answers = ranges.map((range) => recognizer.transcribe(range));
      // At most two ranges are decoded together, so others wait at each kill.
      for (const some of [0, 3]) {
        await answers[some];
        const killed = recognizer.pid();
        process.kill(killed ?? NaN, 'SIGKILL');
        await vi.waitFor(() => expect(recognizer.health().status).toBe('degraded'), {
          timeout: 60_000,
        });
        expect(recognizer.pid()).not.toBe(killed);
      }
      const texts = (await Promise.all(answers)).map(({ text }) => text);
      expect(wordErrorRate(human, texts.join(' '))).toBeLessThan(0.25);
    });
  });

  it('with several processes loses nothing when an additional one is killed', async () => {
    const started: Recognizer[] = [];
    const start = (): Recognizer => {
      const recognizer = embeddedRecognizer();
      started.push(recognizer);
      return recognizer;
    };
    const pool = startRecognizerPool(start, { most: 2, decoding: 0 });
    try {
      await vi.waitFor(() => expect(pool.health().status).toBe('ok'), { timeout: 60_000 });
      const before = ranges.slice(0, 3).map((range) => pool.transcribe(range));
      await vi.waitFor(() => expect(started[1]?.health().status).toBe('ok'), { timeout: 60_000 });
      const after = ranges.slice(3, 4).map((range) => pool.transcribe(range));
      process.kill(started[1]?.pid() ?? NaN, 'SIGKILL');
      const texts = (await Promise.all([...before, ...after])).map(({ text }) => text);
      const heard = upToWinter(texts.join(' '));
      expect(wordErrorRate(upToWinter(human), heard), texts.join(' ')).toBeLessThan(0.25);
    } finally {
      await pool.stop();
    }
  });

  it('gives up a range that crashes the process both with others and alone, and continues', async () => {
    let crashes = 0;
    // It loads at once: which model crashes does not matter.
    const modelDir = join(folder, 'sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8');
    await constantParakeet(modelDir);
    const recognizer: Recognizer = embeddedRecognizer({
      modelDir,
      onHealth: ({ status }) => {
        if (status === 'ok' && crashes++ < 3) process.kill(recognizer.pid() ?? NaN, 'SIGABRT');
      },
    });
    try {
      const [poison, next] = ranges.slice(0, 2).map((range) => recognizer.transcribe(range));
      await expect(poison).rejects.toThrow(RangeFailed);
      expect((await next)?.text).not.toBe('');
    } finally {
      await recognizer.stop();
    }
  });

  it('releases its memory while idle, stays healthy, and recognizes what comes then, even as it ends', async () => {
    const healths: string[] = [];
    const onHealth = ({ status }: RecognizerHealth) => void healths.push(status);
    const recognizer = embeddedRecognizer({ onHealth, restAfterMs: 100 });
    const [range] = ranges;
    if (!range) throw new Error('no speech');
    const heardAtItsEnd = new Promise<string>((resolve, reject) => {
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
      expect(await heardAtItsEnd).toMatch(/times/);
      expect(healths).toEqual(['ok', 'ok']);
      const pid = recognizer.pid() ?? 0;
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 60_000 });
      expect([recognizer.pid(), recognizer.health().status]).toEqual([undefined, 'ok']);
      expect((await recognizer.transcribe(range)).text).toMatch(/times/);
    } finally {
      vi.restoreAllMocks();
      await recognizer.stop();
    }
  });
});
