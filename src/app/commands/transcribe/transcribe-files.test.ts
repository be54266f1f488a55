import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../dev/world/clock-and-log.ts';
import { readWav as readSpeech } from '../../../../dev/world/media/talker.ts';
import { wordErrorRate } from '../../../../dev/world/speech/word-error-rate.ts';
import {
  humanSpeechPath,
  speechModelDir,
  testSpeechPath,
  testSpeechTable,
  vadModelPath,
} from '../../../../setup/places.mjs';
import type { RecognizerPort } from '../../../core/ports.ts';
import { type Recognizer, startRecognizer } from '../../../engines/recognizer/recognizer.ts';
import { readWav, UnreadableWav } from './read-wav.ts';
import { transcribeFiles } from './transcribe-files.ts';

const table = testSpeechTable();
let folder: string;
let recognizer: Recognizer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  recognizer = startRecognizer({
    modelDir: speechModelDir(),
    vadPath: vadModelPath(),
    log: silentLog,
  });
});

afterAll(async () => {
  await recognizer.stop();
  await rm(folder, { recursive: true, force: true });
});

type Kind = { tag: number; bits: number; channels: number; rateHz: number };

function wav({ tag, bits, channels, rateHz }: Kind, frames: Buffer): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + frames.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rateHz, 24);
  head.writeUInt32LE((rateHz * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write('data', 36);
  head.writeUInt32LE(frames.length, 40);
  return Buffer.concat([head, frames]);
}

/** The test voice at this rate: each sample, -1 to 1, is the mean of those that it replaces. */
function voiceAt(rateHz: number): number[] {
  const { samples, rate } = readSpeech(testSpeechPath('reply'));
  const step = rate / rateHz;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const some = samples.subarray(i * step, (i + 1) * step);
    return some.reduce((sum, sample) => sum + sample, 0) / step / 32768;
  });
}

async function reshaped(name: string, kind: Kind): Promise<string> {
  const width = kind.bits / 8;
  const voice = voiceAt(kind.rateHz);
  const frames = Buffer.alloc(voice.length * kind.channels * width);
  for (const [i, value] of voice.entries())
    for (let channel = 0; channel < kind.channels; channel++) {
      const at = (i * kind.channels + channel) * width;
      if (kind.tag === 3) frames.writeFloatLE(value, at);
      else if (kind.bits === 8) frames.writeUInt8(Math.round(value * 127) + 128, at);
      else frames.writeIntLE(Math.round(value * (2 ** (kind.bits - 1) - 1)), at, width);
    }
  const path = join(folder, name);
  await writeFile(path, wav(kind, frames));
  return path;
}

async function expectVoice(path: string, { rateHz, bits }: Kind): Promise<void> {
  const read: number[] = [];
  for await (const block of readWav(path)) {
    expect(block.rateHz).toBe(rateHz);
    for (const sample of block.samples) read.push(sample);
  }
  const voice = voiceAt(rateHz);
  expect(read.length).toBe(voice.length);
  const isWrong = (sample: number, i: number) =>
    !(Math.abs(sample - (voice[i] ?? NaN)) < 2 ** (2 - Math.min(bits, 24)));
  expect(read.findIndex(isWrong)).toBe(-1);
}

/** The first `share` of the test voice, under a header that states `length` bytes; 0 for that of the whole. */
async function shortened(name: string, share: number, length: number): Promise<string> {
  const path = await reshaped(name, { tag: 1, bits: 16, channels: 1, rateHz: 16_000 });
  const bytes = await readFile(path);
  if (length > 0) bytes.writeUInt32LE(length, 40);
  await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share) - 10));
  return path;
}

const chord = (hz: number, t: number) =>
  0.2 * [1, 2, 3].reduce((sum, n) => sum + Math.sin(2 * Math.PI * n * hz * t) / n, 0);

/** A burst of 0.1 s every 2 s. */
function hiccups(t: number, random: number): number {
  const share = (t % 2) / 0.1;
  const voice = [1, 3, 4, 5, 8].reduce((sum, n) => sum + Math.sin(2 * Math.PI * 210 * n * t), 0);
  return share > 1 ? 0 : Math.sin(Math.PI * share) * (0.125 * voice + 0.2 * random);
}

const textOf = (segments: readonly { text: string }[]) =>
  segments.map(({ text }) => text).join(' ');

describe('files on the path of a meeting', { timeout: 120_000 }, () => {
  it('gives a human recording its words, readable at every joint', async () => {
    const { result, speakers, segments } = await transcribeFiles(recognizer, [humanSpeechPath()]);
    expect(result).toBe('complete');
    expect(speakers).toEqual([{ speakerRef: 's1', displayName: 'two_cities' }]);
    const text = textOf(segments);
    expect(wordErrorRate(table.humanText, text), text).toBeLessThan(0.07);
    expect(text).not.toMatch(/[,;:]\s*[,;:.]|[a-z], (The|That|It|Some|And|In)\b/);
  });

  it.each<[string, Kind]>([
    ['stereo 24-bit 48 kHz', { tag: 1, bits: 24, channels: 2, rateHz: 48_000 }],
    ['mono float 16 kHz', { tag: 3, bits: 32, channels: 1, rateHz: 16_000 }],
    ['mono 8-bit 16 kHz', { tag: 1, bits: 8, channels: 1, rateHz: 16_000 }],
  ])('reads the sound of %s', async (name, kind) => {
    await expectVoice(await reshaped(`${name}.wav`, kind), kind);
  });

  it('reads samples of 24 bits stored in 32', async () => {
    const kind: Kind = { tag: 1, bits: 32, channels: 1, rateHz: 16_000 };
    const path = await reshaped('wide.wav', kind);
    const bytes = await readFile(path);
    bytes.writeUInt16LE(24, 34);
    await writeFile(path, bytes);
    await expectVoice(path, kind);
  });

  it('transcribes stereo 16-bit 8 kHz', async () => {
    const path = await reshaped('phone.wav', { tag: 1, bits: 16, channels: 2, rateHz: 8_000 });
    const text = textOf((await transcribeFiles(recognizer, [path])).segments);
    expect(wordErrorRate(table.texts['reply'] ?? '', text), text).toBeLessThan(0.2);
  });

  it.each([
    ['whose end is missing', 0.5, 0, true],
    ['that was streamed, and says 4 GB', 0.5, 0xffff_ffff, false],
    ['that was streamed, and says 2 GB', 0.5, 0x7fff_f000, false],
    ['that says a little too much', 1, 0, false],
  ])('tells whether a file %s is cut off', async (name, share, length, expected) => {
    const path = await shortened(name, share, length);
    expect.hasAssertions();
    for await (const { isCutOff } of readWav(path)) expect(isCutOff).toBe(expected);
  });

  it('reports that audio is missing when the end of a file is', async () => {
    const half = await transcribeFiles(recognizer, [await shortened('half', 0.5, 0)]);
    expect([half.result, half.reason]).toEqual(['partial', 'audio_missing']);
  });

  it('keeps two files apart as two speakers of one conversation', async () => {
    const { speakers, segments } = await transcribeFiles(recognizer, [
      testSpeechPath('plan'),
      testSpeechPath('reply'),
    ]);
    expect(speakers.map((speaker) => speaker.speakerRef).sort()).toEqual(['s1', 's2']);
    for (const [i, segment] of segments.entries())
      expect(segment.startMs).toBeGreaterThanOrEqual(segments[i - 1]?.startMs ?? 0);
  });

  it('keeps what it has when the engine becomes unavailable', async () => {
    const ending = new AbortController();
    const transcribe: RecognizerPort['transcribe'] = async (range) => {
      if (range.trackRef === 's1') return recognizer.transcribe(range);
      ending.abort();
      throw new Error('The recognizer was stopped');
    };
    const { result, speakers } = await transcribeFiles(
      { ...recognizer, transcribe },
      ['reply', 'plan', 'reply'].map(testSpeechPath),
      null,
      { unavailable: ending.signal },
    );
    expect([result, speakers.map((one) => one.speakerRef)]).toEqual(['partial', ['s1']]);
  });

  it.each<[string, (t: number, random: number) => number]>([
    ['white noise', (_, random) => random * 0.8],
    ['hum', (t) => 0.2 * Math.sin(2 * Math.PI * 50 * t) + 0.1 * Math.sin(2 * Math.PI * 150 * t)],
    [
      'music',
      (t) =>
        chord([262, 330, 392, 523][Math.floor(t * 2) % 4] ?? 0, t) * Math.exp(-3 * ((t * 2) % 1)),
    ],
    ['a keyboard', (t, random) => random * 0.6 * Math.exp(-120 * ((t * 7) % 1))],
    [
      'coughs',
      (t, random) =>
        t % 2 < 0.35
          ? random * 0.7 * Math.exp(-8 * (t % 2)) * (1 + Math.sin(2 * Math.PI * 180 * t))
          : 0,
    ],
    ['hiccups', hiccups],
  ])('hears no words in %s', async (name, sound) => {
    const [frames, path] = [Buffer.alloc(6 * 16_000 * 2), join(folder, `${name}.wav`)];
    let seed = 1;
    for (let i = 0; i < frames.length / 2; i++) {
      seed = (seed * 16_807) % 2_147_483_647;
      frames.writeInt16LE(
        Math.round(20_000 * sound(i / 16_000, seed / 2_147_483_647 - 0.5)),
        2 * i,
      );
    }
    await writeFile(path, wav({ tag: 1, bits: 16, channels: 1, rateHz: 16_000 }, frames));
    expect((await transcribeFiles(recognizer, [path])).segments).toEqual([]);
  });

  it('says that silence holds no speech', async () => {
    const path = join(folder, 'silence.wav');
    await writeFile(
      path,
      wav({ tag: 1, bits: 16, channels: 1, rateHz: 16_000 }, Buffer.alloc(64_000)),
    );
    const { result, reason, durationMs } = await transcribeFiles(recognizer, [path]);
    expect([result, reason, durationMs]).toEqual(['empty', 'no_speech', 2_000]);
  });

  it.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    [
      'a header alone',
      wav({ tag: 1, bits: 16, channels: 1, rateHz: 16_000 }, Buffer.alloc(0)).subarray(0, 36),
    ],
    ['an unknown kind', wav({ tag: 85, bits: 16, channels: 1, rateHz: 16_000 }, Buffer.alloc(4))],
    ['no channels', wav({ tag: 1, bits: 16, channels: 0, rateHz: 16_000 }, Buffer.alloc(4))],
  ])('refuses %s by name', async (name, bytes) => {
    const path = join(folder, `${name}.bad`);
    await writeFile(path, bytes);
    const reading = readWav(path).next();
    await expect(reading).rejects.toThrow(UnreadableWav);
    await expect(reading).rejects.toThrow(path);
  });
});
