// Sentences as sound: 16 kHz samples of each, spoken by a synthetic voice.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readWav } from '../../dev/world/media/talker.ts';
import { projectRoot, testSpeechTable } from '../../setup/places.mjs';
import { Resampler } from '../../src/app/commands/transcribe/resample.ts';
import { SAMPLE_RATE_HZ } from '../../src/core/sound.ts';
import { developmentMeetings } from '../../src/engines/summarizer/training/annotated-meetings.ts';

export const VOICES = ['en/en', 'en/en-us', 'en/en-rp'];
/** The voice leaks memory and fails after about 50 sentences. */
const MAX_SENTENCES = 25;

/** Silence before and after, as around a cut utterance. */
const PAD_SAMPLES = 0.2 * SAMPLE_RATE_HZ;

/** Each text is one sentence. */
export async function spokenBy(voice: string, texts: readonly string[]): Promise<Float32Array[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-vocabulary-'));
  const { wordsPerMinute } = testSpeechTable();
  const speak = join(projectRoot(), 'setup/speak.mjs');
  try {
    const call = [speak, voice, String(wordsPerMinute), texts.join(' '), folder];
    await promisify(execFile)(process.execPath, call);
    return texts.map((_, i) => samplesIn(join(folder, `${i}.wav`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export function inChunks(texts: readonly string[]): string[][] {
  const count = Math.ceil(texts.length / MAX_SENTENCES);
  return Array.from({ length: count }, (_, i) =>
    texts.slice(i * MAX_SENTENCES, (i + 1) * MAX_SENTENCES),
  );
}

/** Sentences of written meetings, by each voice in turn. */
export async function talkOf(seconds: number): Promise<{ text: string; samples: Float32Array }[]> {
  const talk: { text: string; samples: Float32Array }[] = [];
  let left = seconds * SAMPLE_RATE_HZ;
  for (const [i, texts] of inChunks(meetingSentences()).entries())
    for (const [at, samples] of (
      await spokenBy(VOICES[i % VOICES.length] ?? '', texts)
    ).entries()) {
      if (left <= 0) return talk;
      talk.push({ text: texts[at] ?? '', samples });
      left -= samples.length;
    }
  return talk;
}

function meetingSentences(): string[] {
  const english = developmentMeetings().filter(({ languageCode }) => languageCode.startsWith('en'));
  const lines = english.flatMap((meeting) => meeting.lines);
  const said = lines.map((line) => line.slice(line.indexOf(':') + 2));
  const sentences = said.flatMap((text) => text.split(/(?<=[.!?])\s+/));
  return [...new Set(sentences)].filter((text) => /^(\S+ ){3,19}\S+[.!?]$/.test(text));
}

/** A 16-bit WAV file at 16 kHz, from -1 to 1. */
export function samplesIn(path: string): Float32Array {
  const { samples, rate } = readWav(path);
  const resampler = new Resampler(rate);
  const floats = Float32Array.from(samples, (sample) => sample / 32_768);
  const silence = new Float32Array(PAD_SAMPLES);
  return Float32Array.from([...silence, ...resampler.push(floats), ...resampler.end(), ...silence]);
}
