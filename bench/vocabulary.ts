// How well names of a meeting's vocabulary are recognized, and what that costs other words.
import { findModel } from '../src/engines/recognizer/find-model.ts';
import { loadMoonshine } from '../src/engines/recognizer/moonshine/moonshine.ts';
import { TERM_WEIGHT } from '../src/engines/recognizer/moonshine/term-trie.ts';
import { SAMPLE_RATE_HZ } from '../src/core/sound.ts';
import { wordErrorRate } from '../dev/world/speech/word-error-rate.ts';
import { speechModelDir } from '../setup/places.mjs';
import { type Spoken, development, ordinary, training } from './vocabulary-sentences.ts';
import { spokenBy } from './vocabulary-sound.ts';
import { round, type Row } from './row.ts';

const VOICES = ['en/en', 'en/en-us', 'en/en-rp'];
/** To choose from, on `training`. */
const WEIGHTS = [1, 1.5, 2, 3];
/** As for one range alone (`beamWidth`). */
const WIDTH = 4;
const MAX_TERMS = 200;

type Sounds = { sentences: Float32Array[]; ordinary: Float32Array[] };

export async function benchVocabulary(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [set, spoken] of Object.entries({ training, development })) {
    const sounds = await soundsOf(spoken);
    const terms = [...new Set(spoken.map(({ name }) => name))];
    rows.push(await measure(`${set}, no terms`, spoken, sounds, [], 0));
    const weights = set === 'training' ? WEIGHTS : [TERM_WEIGHT];
    for (const weight of weights)
      rows.push(await measure(`${set}, its 20 names`, spoken, sounds, terms, weight));
    const many = [...terms, ...inventedNames(MAX_TERMS - terms.length)];
    rows.push(await measure(`${set}, 200 names`, spoken, sounds, many, TERM_WEIGHT));
  }
  return rows;
}

async function soundsOf(spoken: readonly Spoken[]): Promise<Sounds> {
  const texts = spoken.map(({ text }) => text);
  const sounds: Sounds = { sentences: [], ordinary: [] };
  for (const voice of VOICES) {
    sounds.sentences.push(...(await spokenBy(voice, texts)));
    sounds.ordinary.push(...(await spokenBy(voice, ordinary)));
  }
  return sounds;
}

async function measure(
  set: string,
  spoken: readonly Spoken[],
  sounds: Sounds,
  terms: readonly string[],
  weight: number,
): Promise<Row> {
  const model = findModel(speechModelDir());
  if (model?.files.kind !== 'moonshine') throw new Error('the embedded model is not there');
  const decode = await loadMoonshine(model.files, model.tokens, weight);
  const textsOf = async (all: readonly Float32Array[]): Promise<string[]> => {
    const texts: string[] = [];
    for (const samples of all) texts.push(...(await decode([{ samples, terms }], WIDTH)));
    return texts;
  };
  const before = process.cpuUsage();
  const heard = await textsOf(sounds.sentences);
  const heardOrdinary = await textsOf(sounds.ordinary);
  const { user, system } = process.cpuUsage(before);
  const seconds =
    [...sounds.sentences, ...sounds.ordinary].reduce((sum, { length }) => sum + length, 0) /
    SAMPLE_RATE_HZ;
  const said = VOICES.flatMap(() => spoken);
  const found = said.filter(({ name }, i) => has(heard[i] ?? '', name)).length;
  const all = VOICES.flatMap(() => ordinary).join(' ');
  const isFalse = (text: string): boolean => terms.some((term) => has(text, term));
  return {
    set,
    weight,
    'names found, %': round((100 * found) / said.length),
    'wrong words in ordinary sentences, %': round(
      100 * wordErrorRate(all, heardOrdinary.join(' ')),
    ),
    'false names': heardOrdinary.filter(isFalse).length,
    'work for a second of speech, s': round((user + system) / 1e6 / seconds),
  };
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
