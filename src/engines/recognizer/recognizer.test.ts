import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  embeddedRecognizer,
  spoolHumanSpeech,
  withRecognizer,
} from '../../../dev/world/speech/human-speech.ts';
import { RangeFailed } from '../../core/ports.ts';
import type { Recognizer } from './recognizer.ts';

const SECOND = 16_000;
const meetingRef = 'mtg_1';
const trackRef = 'trk_1';
const { folder, path, leadSamples, ranges, remove } = await spoolHumanSpeech();
const recognizer = embeddedRecognizer();

afterAll(async () => {
  await recognizer.stop();
  await remove();
});

describe('the recognizer', { timeout: 120_000 }, () => {
  it('refuses a model that cannot keep pace, with figures and what to do', async () => {
    await withRecognizer(
      async (slow) => {
        await vi.waitFor(() => expect(slow.health().status).toBe('unavailable'), 60_000);
        expect(slow.health().detail).toMatch(
          /too slow for this machine: it needs \d+\.\d\d s for a second of speech, and 0.00001 s is the limit/,
        );
        expect(slow.health().detail).toContain('Use a smaller model: `parley models list`');
      },
      { slowestRealTimeFactor: 0.000_01 },
    );
  });

  it('detects speech at nearly the same places in one pass, in pieces, and after a restart in the middle', async () => {
    const toSample = leadSamples + 10 * SECOND;
    const whole = await recognizer.scan({
      meetingRef,
      trackRef: 'whole',
      path,
      fromSample: 0,
      toSample,
    });
    expect(whole.speech.slice(0, Math.floor(leadSamples / 512) - 5)).not.toContain(1);
    expect(whole.speech.slice(-60)).toContain(1);
    const pieces: number[] = [];
    while (pieces.length < whole.speech.length) {
      const next = await recognizer.scan({
        meetingRef,
        trackRef: 'pieces',
        path,
        fromSample: pieces.length * 512,
        toSample: Math.min(toSample, (pieces.length + 7) * 512),
      });
      pieces.push(...next.speech);
    }
    expect(
      pieces.filter((speech, i) => speech === whole.speech[i]).length / pieces.length,
    ).toBeGreaterThan(0.99);
    const middle = Math.floor(whole.speech.length / 2);
    const rest = await recognizer.scan({
      meetingRef,
      trackRef: 'rest',
      path,
      fromSample: middle * 512,
      toSample,
    });
    const same = [...rest.speech].filter((speech, i) => speech === whole.speech[middle + i]).length;
    expect(same / rest.speech.length).toBeGreaterThan(0.97);
  });

  it('detects voices while it decodes what another person said, and decodes it as well', async () => {
    await withRecognizer(async (recognizer) => {
      await recognizer.scan({ meetingRef, trackRef, path, fromSample: 0, toSample: SECOND });
      const range = ranges[0] ?? { meetingRef, trackRef, path, fromSample: 0, toSample: 0 };
      const alone = await recognizer.transcribe(range);
      const answered: string[] = [];
      const decoded = recognizer.transcribe(range).then((words) => {
        answered.push('words');
        return words;
      });
      const scanned = recognizer
        .scan({ meetingRef, trackRef: 'other', path, fromSample: 0, toSample: SECOND })
        .then(() => answered.push('voices'));
      await scanned;
      expect([await decoded, answered]).toEqual([alone, ['voices', 'words']]);
    });
  });

  it('recognizes several people together as each alone, however much of each is requested', async () => {
    const pieces = [1, 3, 5, 8].map((second, i) => ({
      meetingRef,
      trackRef,
      path,
      fromSample: leadSamples + second * SECOND,
      toSample: leadSamples + (second + 2 + i) * SECOND,
    }));
    const together = await Promise.all(
      pieces.map((range, i) => recognizer.scan({ ...range, trackRef: `together ${i}` })),
    );
    for (const [i, range] of pieces.entries()) {
      const { speech } = await recognizer.scan({ ...range, trackRef: `alone ${i}` });
      expect(speech).toContain(1);
      expect([...(together[i]?.speech ?? [])]).toEqual([...speech]);
    }
  });

  it('recognizes ranges requested together as thoroughly as each alone, where nobody waits for them', async () => {
    const some = ranges.slice(0, 2);
    const together = (asked: Recognizer) =>
      Promise.all(some.map((range) => asked.transcribe(range)));
    await withRecognizer(
      async (careful) => {
        const alone = [];
        for (const range of some) alone.push(await careful.transcribe(range));
        expect(await together(careful)).toEqual(alone);
        // Decoded as fast as captions need it, some text differs: the equality above is due to the care.
        expect(await together(recognizer)).not.toEqual(alone);
      },
      { isBatch: true },
    );
  });

  it('yields no words for silence and for noise', async () => {
    const noisy = join(folder, 'noise.pcm');
    await writeFile(
      noisy,
      Buffer.from(
        Int16Array.from({ length: 4 * SECOND }, (_, i) =>
          i < 2 * SECOND ? 0 : Math.sin(i * i) * 900,
        ).buffer,
      ),
    );
    expect(
      await recognizer.transcribe({
        meetingRef,
        trackRef,
        path: noisy,
        fromSample: 0,
        toSample: 2 * SECOND,
      }),
    ).toEqual({ text: '', languageCode: null });
    expect(
      await recognizer.transcribe({
        meetingRef,
        trackRef,
        path: noisy,
        fromSample: 2 * SECOND,
        toSample: 4 * SECOND,
      }),
    ).toEqual({
      text: '',
      languageCode: null,
    });
  });

  it('recognizes very quiet speech', async () => {
    const quiet = join(folder, 'quiet.pcm');
    const speech = new Int16Array(
      (await readFile(path)).buffer.slice(leadSamples * 2, (leadSamples + 6 * SECOND) * 2),
    );
    const loudest = speech.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    await writeFile(
      quiet,
      Buffer.from(speech.map((sample) => Math.round((sample / loudest) * 50)).buffer),
    );
    const { speech: windows } = await recognizer.scan({
      meetingRef,
      trackRef: 'quiet',
      path: quiet,
      fromSample: 0,
      toSample: speech.length,
    });
    expect(windows.filter((isSpeech) => isSpeech === 1).length).toBeGreaterThan(windows.length / 2);
  });

  it('refuses to scan a file that is gone, and scans the others of the same message and later ones', async () => {
    const scanOf = (trackRef: string, file = path) =>
      recognizer.scan({ meetingRef, trackRef, path: file, fromSample: 0, toSample: SECOND });
    const scans = [scanOf('a'), scanOf('b'), scanOf('gone', join(folder, 'gone.pcm')), scanOf('c')];
    const ended = await Promise.allSettled(scans);
    expect(ended.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(scanOf('d')).resolves.toBeDefined();
  });

  it('names the fault of a disk that refuses to be read', async () => {
    // Linux refuses to read what is not mapped there, as a failing disk does.
    const range = { meetingRef, trackRef, path: '/proc/self/mem', fromSample: 0, toSample: SECOND };
    const refused = expect.objectContaining({ code: 'EIO' });
    await expect(recognizer.scan(range)).rejects.toEqual(refused);
    await expect(recognizer.transcribe(range)).rejects.toEqual(refused);
  });

  it('refuses a range that is not all in its file, and continues', async () => {
    const samples = (await stat(path)).size / 2;
    for (const missing of [
      { path: join(folder, 'nothing.pcm'), fromSample: 0, toSample: 100 },
      { path, fromSample: samples, toSample: samples + SECOND },
      { path, fromSample: samples - SECOND, toSample: samples + 1 },
    ])
      await expect(recognizer.transcribe({ meetingRef, trackRef, ...missing })).rejects.toThrow(
        RangeFailed,
      );
    expect(
      (
        await recognizer.transcribe(
          ranges[0] ?? { meetingRef, trackRef, path, fromSample: 0, toSample: 0 },
        )
      ).text,
    ).not.toBe('');
  });
});
