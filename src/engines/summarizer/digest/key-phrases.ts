import { foldWord, isUnspaced } from '../text/content-words.ts';
import { isEnglish, listWords } from '../text/function-words.ts';
import { type Run, runsOf } from './phrase-runs.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { WordKinds } from '../text/word-kinds.ts';

export type KeyPhrase = {
  /** As said, in lower case except proper names. */
  readonly text: string;
  /** As written inside a sentence: with an article if it was said with one. */
  named: string;
  readonly folded: readonly string[];
  score: number;
  segmentRefs: Set<string>;
};

const MAX_PHRASE_WORDS = 3;
/** Added for a topic that somebody explicitly raised: it outweighs a word that merely recurs. */
const OPENED = 4;
/** Added per further turn: a word that others take up is a topic; one said once may be a figure of speech. */
const TAKEN_UP = 0.5;
const MAX_TURNS = 4;
/** Subtracted for `a` or `an`: something new that is not yet a topic. */
const INDEFINITE = 0.4;

/** The phrases of a block of sentences, best first. */
export function keyPhrases(
  block: readonly SpokenSentence[],
  kinds: WordKinds,
  skipped: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
): KeyPhrase[] {
  const phrases = new Map<string, KeyPhrase>();
  const turnsOf: Turns = new Map();
  for (const sentence of block) {
    for (const run of runsOf(sentence.text, kinds, skipped))
      collect(run, sentence, kinds.language, phrases, turnsOf);
  }
  for (const phrase of phrases.values()) {
    const { folded } = phrase;
    const mean = (valueOf: (word: string) => number): number =>
      folded.reduce((sum, word) => sum + valueOf(word), 0) / folded.length;
    phrase.score *= 1 + 0.6 * (folded.length - 1);
    phrase.score += 0.5 * mean((word) => turnsOf.get(word)?.length ?? 0);
    phrase.score +=
      TAKEN_UP * (mean((word) => Math.min(MAX_TURNS, new Set(turnsOf.get(word)).size)) - 1);
    if (folded.some((word) => opened.has(word))) phrase.score += OPENED;
  }
  const telling = [...phrases.values()].filter(
    (phrase) => !isEnglish(kinds.language) || standsAlone(phrase, turnsOf),
  );
  return telling.toSorted((a, b) => b.score - a.score || b.folded.length - a.folded.length);
}

/** A lone word said once and without an article is more often a verb than a thing. */
function standsAlone(phrase: KeyPhrase, turnsOf: Turns): boolean {
  const { text, named, folded, score } = phrase;
  if (folded.length > 1 || score >= OPENED || named !== text) return true;
  return (turnsOf.get(folded[0] ?? '')?.length ?? 0) > 1 || /^\p{Lu}/u.test(text);
}

/** The best phrases with no word in common. */
export function distinctPhrases(
  ranked: readonly KeyPhrase[],
  limit: number,
  used: Set<string>,
): KeyPhrase[] {
  const chosen: KeyPhrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length >= limit) break;
    if (phrase.folded.some((word) => used.has(word))) continue;
    for (const word of phrase.folded) used.add(word);
    chosen.push(phrase);
  }
  return chosen;
}

/** `a`, `a and b`, `a, b and c`; with an ampersand if the word of the language is unknown. */
export function listPhrases(phrases: readonly string[], language: string | null): string {
  if (phrases.length < 2) return phrases.join('');
  const and = listWords(language)?.and ?? '&';
  return `${phrases.slice(0, -1).join(', ')} ${and} ${phrases[phrases.length - 1] ?? ''}`;
}

/** The turns in which each word is said, once for each time. */
type Turns = Map<string, number[]>;

function collect(
  { words: run, opening }: Run,
  sentence: SpokenSentence,
  language: string | null,
  phrases: Map<string, KeyPhrase>,
  turnsOf: Turns,
): void {
  const all = run.map((word) => foldWord(word.toLowerCase(), language));
  for (const word of all) {
    const turns = turnsOf.get(word) ?? [];
    turns.push(sentence.turn);
    turnsOf.set(word, turns);
  }
  const words = run.slice(-MAX_PHRASE_WORDS);
  const isWhole = words.length === run.length;
  const folded = all.slice(-MAX_PHRASE_WORDS);
  const key = folded.join(' ');
  const text = asWritten(words);
  const known = phrases.get(key) ?? {
    text,
    named: (isWhole ? opening : '') + text,
    folded,
    score: 0,
    segmentRefs: new Set<string>(),
  };
  if (isWhole && opening === 'the ' && !known.named.startsWith('the '))
    known.named = opening + known.text;
  known.score += 1 - (/^an? /.test(known.named) ? INDEFINITE : 0);
  for (const ref of sentence.segmentRefs) known.segmentRefs.add(ref);
  phrases.set(key, known);
}

/** With a space between two words unless both are of scripts without spaces: `React Native`, `API 设计`. */
function asWritten(words: readonly string[]): string {
  return words
    .map((word, at) => {
      const before = words[at - 1];
      const joined = before === undefined || (isUnspaced(before) && isUnspaced(word));
      return joined ? word : ` ${word}`;
    })
    .join('');
}
