// How well names of a meeting's vocabulary are recognized, and what that costs other words.
// `npm run bench -- vocabulary [--part names|ordinary|talk] [--set training|development|holdout]
// [--model FOLDER]`
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findModel } from '../src/engines/recognizer/find-model.ts';
import {
  decodeRanges,
  type SpeechDecoder,
} from '../src/engines/recognizer/moonshine/decode-ranges.ts';
import {
  type DecodeTogether,
  loadMoonshine,
} from '../src/engines/recognizer/moonshine/moonshine.ts';
import { SAMPLE_RATE_HZ } from '../src/core/sound.ts';
import { wordErrorRate } from '../dev/world/speech/word-error-rate.ts';
import { projectRoot, speechModelDir } from '../setup/places.mjs';
import { holdout, holdoutOrdinary } from './vocabulary/holdout.ts';
import { type Spoken, development, ordinary, training } from './vocabulary/sentences.ts';
import { VOICES, inChunks, spokenBy, talkOf } from './vocabulary/sound.ts';
import { Misuse, round, type Row } from './row.ts';

/** The same as for a single range (`beamWidth`). */
const WIDTH = 4;
const MAX_TERMS = 200;
const TALK_SECONDS = 30 * 60;
/** The most that the decoder accepts. */
const MAX_SAMPLES = 9 * SAMPLE_RATE_HZ;
/**
 * Tuned on; looked at; counted at releases only. The first two have the same ordinary sentences; the talk, of the
 * summarizer's development meetings, is the same for all three.
 */
const SETS = {
  training: { spoken: training, ordinary },
  development: { spoken: development, ordinary },
  holdout: { spoken: holdout, ordinary: holdoutOrdinary },
};

export type VocabularyOptions = {
  part?: string | undefined;
  set?: string | undefined;
  model?: string | undefined;
};
type Sound = { text: string; samples: Float32Array };
type Heard = Sound & { heard: string };
type Sentences = { spoken: readonly Spoken[]; ordinary: readonly string[] };
type Measured = { row: Row; wrong: string[] };
type Part = (decode: DecodeTogether, sentences: Sentences, terms: string[]) => Promise<Measured>;

const PARTS: Record<string, Part> = {
  names: namesFound,
  ordinary: ordinaryWords,
  talk: falseNames,
};

/**
 * Prints a row as soon as it is measured; sentences with a wrong name are in bench/results/vocabulary-wrong.txt, but
 * those of the holdout, which nobody reads.
 */
export async function benchVocabulary({
  part,
  set = 'development',
  model: folder = speechModelDir(),
}: VocabularyOptions): Promise<Row[]> {
  const sentences = Object.entries(SETS).find(([name]) => name === set)?.[1];
  const parts = Object.entries(PARTS).filter(([name]) => part === undefined || name === part);
  if (parts.length === 0)
    throw new Misuse(`There is no part ${part}; there are: ${Object.keys(PARTS).join(', ')}`);
  if (!sentences)
    throw new Misuse(`There is no set ${set}; there are: ${Object.keys(SETS).join(', ')}`);
  const model = findModel(folder);
  if (model?.files.kind !== 'moonshine') throw new Misuse(`There is no Moonshine in ${folder}`);
  const decode = await loadMoonshine(model.files, model.tokens);
  const own = [...new Set(sentences.spoken.map(({ name }) => name))];
  const many = [...own, ...inventedNames(MAX_TERMS - own.length)];
  const wrong: string[] = [];
  const rows: Row[] = [];
  for (const [name, measure] of parts)
    for (const terms of [[], own, many]) {
      const measured = await measure(decode, sentences, terms);
      const row = { set, part: name, terms: terms.length, ...measured.row };
      rows.push(row);
      console.log(JSON.stringify(row));
      wrong.push(...measured.wrong.map((line) => `${name}, ${terms.length} terms: ${line}`));
      if (set !== 'holdout')
        writeFileSync(join(projectRoot(), 'bench/results/vocabulary-wrong.txt'), wrong.join('\n'));
    }
  return rows;
}

async function namesFound(
  decode: DecodeTogether,
  { spoken }: Sentences,
  terms: string[],
): Promise<Measured> {
  const sounds = await byAllVoices(spoken.map(({ text }) => text));
  const { all, work } = await hear(decode, sounds, terms);
  const missed = all.filter(({ heard }, i) => !has(heard, spoken[i % spoken.length]?.name ?? ''));
  const row = {
    'names said': all.length,
    'names found, %': share(all.length - missed.length, all),
  };
  return { row: { ...row, ...work }, wrong: missed.map(asLine) };
}

async function ordinaryWords(
  decode: DecodeTogether,
  { ordinary: texts }: Sentences,
  terms: string[],
): Promise<Measured> {
  const { all, work } = await hear(decode, await byAllVoices(texts), terms);
  const wrong = all.filter(({ text, heard }) => wordErrorRate(text, heard) > 0);
  return { row: { 'wrong words, %': wrongWords(all), ...work }, wrong: wrong.map(asLine) };
}

async function falseNames(
  decode: DecodeTogether,
  _: Sentences,
  terms: string[],
): Promise<Measured> {
  const talk = (await talkOf(TALK_SECONDS)).filter(({ samples }) => samples.length <= MAX_SAMPLES);
  const { all, work } = await hear(decode, talk, terms);
  const wrong = all.filter(({ text, heard }) =>
    terms.some((term) => has(heard, term) && !has(text, term)),
  );
  const minutes = talk.reduce((sum, { samples }) => sum + samples.length, 0) / SAMPLE_RATE_HZ / 60;
  const row = {
    minutes: round(minutes),
    'false names': wrong.length,
    'wrong words, %': wrongWords(all),
  };
  return { row: { ...row, ...work }, wrong: wrong.map(asLine) };
}

async function byAllVoices(texts: readonly string[]): Promise<Sound[]> {
  const sounds: Sound[] = [];
  for (const voice of VOICES)
    for (const chunk of inChunks(texts))
      for (const [i, samples] of (await spokenBy(voice, chunk)).entries())
        sounds.push({ text: chunk[i] ?? '', samples });
  return sounds;
}

async function hear(
  decode: DecodeTogether,
  sounds: readonly Sound[],
  terms: readonly string[],
): Promise<{ all: Heard[]; work: Row }> {
  const before = process.cpuUsage();
  const all: Heard[] = [];
  const decoder: SpeechDecoder = {
    decode: async (ranges) => {
      const texts = await decode(ranges, WIDTH);
      return texts.map((text) => ({ text, languageCode: 'en' }));
    },
    isClearSpeech: () => Promise.resolve(true),
  };
  for (const sound of sounds) {
    const ranges = [{ samples: sound.samples, languageCode: 'en', terms }];
    const [words] = await decodeRanges(decoder, ranges);
    all.push({ ...sound, heard: words?.text ?? '' });
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = sounds.reduce((sum, { samples }) => sum + samples.length, 0) / SAMPLE_RATE_HZ;
  return {
    all,
    work: { 'work for a second of speech, s': round((user + system) / 1e6 / seconds) },
  };
}

function wrongWords(all: readonly Heard[]): number {
  const [said, heard] = [all.map(({ text }) => text), all.map((one) => one.heard)];
  return round(100 * wordErrorRate(said.join(' '), heard.join(' ')));
}

function share(count: number, { length }: readonly unknown[]): number {
  return round((100 * count) / length);
}

function asLine({ text, heard }: Heard): string {
  return `${text} -> ${heard}`;
}

function has(text: string, name: string): boolean {
  return text.toLowerCase().includes(name.toLowerCase());
}

const BEGIN = 'Bar Cor Dal Fen Gor Hal Jor Kel Lan Mor Nor Per Quin Ros Sel Tor Val Wil'.split(' ');
const ENDING = 'aldi beck dottir enko grave holt ini kova lund maki sson strom'.split(' ');

function inventedNames(count: number): string[] {
  const all = BEGIN.flatMap((begin) => ENDING.map((ending) => begin + ending));
  return Array.from({ length: count }, (_, i) => all[(i * 7) % all.length] ?? '');
}
