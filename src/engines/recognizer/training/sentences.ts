// What the sound network learns from: sentences of written meetings, most with a name put in, and who says them.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** `voice`: of flite. `speed`: how much faster and higher than the voice speaks. */
export type Sentence = { text: string; voice: string; speed: number };
type Meeting = { languageCode: string; lines: string[] };

const COUNT = 9_000;
const INVENTED = 2_500;
const NAMED = 0.6;
/** Three are of people, one is a recording of diphones. */
const VOICES = ['awb', 'rms', 'slt', 'kal16'];
const SPEEDS = { from: 0.85, to: 1.18 };
const WORDS = /^(\S+ ){4,13}\S+[.!?]$/;

const BEGIN = (
  'ast bra cor crys cy dal delt dor exa fen flu gal gor gra hal hydr jor kel kin lan lum mag ' +
  'mor neo nor oxi per pra quin ros sel sta tor tri val vect ver wil xan zeph'
).split(' ');
const MIDDLE = 'a e i o u an ari el eno ima ir or ove ul'.split(' ');
const ENDING = (
  'base bit by cel dex dine fy ford grid ham lis lix lytic max mat nix port ra rel stack sys ' +
  'ta tic tica ton tron vance vo ware wick'
).split(' ');

/** The same from run to run. No name that `bench/vocabulary` contains is put in. */
export function sentencesToSpeak(): Sentence[] {
  const random = randomNumbers(7);
  const meetings = englishMeetings();
  const texts = shuffled(sentencesOf(meetings), random);
  const measured = measuredNames();
  const names = shuffled([...namesIn(meetings), ...inventedNames(random)], random).filter(
    (name) => !measured.includes(name.toLowerCase()),
  );
  return Array.from({ length: COUNT }, (_, i) => {
    const words = (texts[i % texts.length] ?? '').split(' ');
    if (random() < NAMED) words[1 + pick(words.length - 2, random)] = names[i % names.length] ?? '';
    const speed = SPEEDS.from + random() * (SPEEDS.to - SPEEDS.from);
    return { text: words.join(' '), voice: VOICES[pick(VOICES.length, random)] ?? '', speed };
  });
}

/** Between 0 and 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick(count: number, random: () => number): number {
  return Math.floor(random() * count);
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** The summarizer's training set, whose authors never saw the recognizer. */
function englishMeetings(): Meeting[] {
  const archive = new URL('../../summarizer/training/training.jsonl.gz', import.meta.url);
  const lines = gunzipSync(readFileSync(archive)).toString('utf8').trimEnd().split('\n');
  return lines
    .map((line): Meeting => JSON.parse(line))
    .filter(({ languageCode }) => languageCode.startsWith('en'));
}

function measuredNames(): string {
  const folder = new URL('../../../../bench/vocabulary/', import.meta.url);
  return ['sentences.ts', 'holdout.ts']
    .map((file) => readFileSync(new URL(file, folder), 'utf8').toLowerCase())
    .join();
}

function sentencesOf(meetings: readonly Meeting[]): string[] {
  const said = meetings.flatMap(({ lines }) =>
    lines.flatMap((line) => line.slice(line.indexOf(':') + 2).split(/(?<=[.!?])\s+/)),
  );
  return [...new Set(said)].filter((text) => WORDS.test(text) && !/\d/.test(text));
}

function namesIn(meetings: readonly Meeting[]): string[] {
  const speakers = meetings.flatMap(({ lines }) => lines.map((line) => line.split(':')[0] ?? ''));
  const names = speakers.flatMap((speaker) => speaker.split(' '));
  return [...new Set(names)].filter((name) => /^[A-Z][a-z]{2,14}$/.test(name));
}

function inventedNames(random: () => number): string[] {
  return Array.from({ length: INVENTED }, () => {
    const middle = random() < 0.5 ? MIDDLE[pick(MIDDLE.length, random)] : '';
    const name = `${BEGIN[pick(BEGIN.length, random)]}${middle}${ENDING[pick(ENDING.length, random)]}`;
    return name.slice(0, 1).toUpperCase() + name.slice(1);
  });
}
