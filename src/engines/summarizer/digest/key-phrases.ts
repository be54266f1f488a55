import { capitalize } from '../text/clean-speech.ts';
import { foldWord, isUnspaced } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import { runsOf } from './phrase-runs.ts';
import type { Run } from './phrase-runs.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { WordKinds } from '../text/word-kinds.ts';

export type KeyPhrase = {
  /** As said, in lower case except proper names. */
  readonly text: string;
  /** As written inside a sentence: with an article if it was said with one. */
  named: string;
  readonly folded: readonly string[];
  /** True if it occurs only as `my heart` or `the rest of …`. */
  loose: boolean;
  /** Indexes of the sentences that contain it. */
  readonly places: number[];
  score: number;
  segmentRefs: Set<string>;
};

const AND: Record<string, string> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  nl: 'en',
  pt: 'e',
};
const MAX_PHRASE_WORDS = 3;
/** Added for a topic that somebody explicitly raised: it outweighs a word that merely recurs. */
const OPENED = 4;
/** Added per further turn: a word that others take up is a topic; one said once may be a figure of speech. */
const TAKEN_UP = 0.5;
const MAX_TURNS = 4;
/** A single word that was said once scores less; a longer phrase or a repeated word scores more. */
const SURE = 1.8;
/** Subtracted for `a` or `an`: something new that is not yet a topic. */
const INDEFINITE = 0.4;

/** The phrases of a block of sentences, best first. */
export function keyPhrases(
  block: readonly SpokenSentence[],
  kinds: WordKinds,
  language: string | null,
  skipped: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
): KeyPhrase[] {
  const phrases = new Map<string, KeyPhrase>();
  const counts = new Map<string, number>();
  const turns = new Map<string, Set<number>>();
  for (const sentence of block) {
    for (const run of runsOf(sentence.text, kinds, language, skipped))
      collect(run, sentence, language, { phrases, counts, turns });
  }
  for (const phrase of phrases.values()) {
    const rarity =
      phrase.folded.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / phrase.folded.length;
    phrase.score = phrase.score * (1 + 0.6 * (phrase.folded.length - 1)) + 0.5 * rarity;
    if (phrase.folded.some((word) => opened.has(word))) phrase.score += OPENED;
    const said =
      phrase.folded.reduce(
        (sum, word) => sum + Math.min(MAX_TURNS, turns.get(word)?.size ?? 1),
        0,
      ) / phrase.folded.length;
    phrase.score += TAKEN_UP * (said - 1);
  }
  const telling = [...phrases.values()].filter(
    (phrase) => primarySubtag(language) !== 'en' || standsAlone(phrase, counts),
  );
  return telling.toSorted(
    (a, b) =>
      b.score - a.score ||
      b.folded.length - a.folded.length ||
      (a.places[0] ?? 0) - (b.places[0] ?? 0),
  );
}

/** A lone word said once and without an article is more often a verb than a thing. */
function standsAlone(phrase: KeyPhrase, counts: ReadonlyMap<string, number>): boolean {
  if (phrase.folded.length > 1 || phrase.score >= OPENED) return true;
  if (phrase.named !== phrase.text && !phrase.loose) return true;
  return (counts.get(phrase.folded[0] ?? '') ?? 0) > 1 || /^\p{Lu}/u.test(phrase.text);
}

/** The best phrases with no word in common; one fewer if the last scores below `SURE`. */
export function distinctPhrases(
  ranked: readonly KeyPhrase[],
  limit: number,
  used: Set<string>,
): KeyPhrase[] {
  const chosen: KeyPhrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length >= (phrase.score < SURE ? limit - 1 : limit)) break;
    if (phrase.folded.some((word) => used.has(word))) continue;
    for (const word of phrase.folded) used.add(word);
    chosen.push(phrase);
  }
  return chosen;
}

/** The word for `and` in a language; an ampersand if it is unknown. */
export function wordForAnd(language: string | null): string {
  return AND[primarySubtag(language)] ?? '&';
}

/** `a`, `a and b`, `a, b and c`. */
export function listPhrases(phrases: readonly string[], and: string): string {
  if (phrases.length < 2) return phrases.join('');
  return `${phrases.slice(0, -1).join(', ')} ${and} ${phrases[phrases.length - 1] ?? ''}`;
}

export function titleOf(phrases: readonly KeyPhrase[], and: string): string {
  return capitalize(
    listPhrases(
      phrases.map((phrase) => phrase.text),
      and,
    ),
  );
}

type Found = {
  readonly phrases: Map<string, KeyPhrase>;
  readonly counts: Map<string, number>;
  /** The turns in which each word occurs. */
  readonly turns: Map<string, Set<number>>;
};

function collect(
  { words: run, opening, loose }: Run,
  sentence: SpokenSentence,
  language: string | null,
  { phrases, counts, turns }: Found,
): void {
  for (const word of run) {
    const folded = foldWord(word.toLowerCase(), language);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
    turns.set(folded, (turns.get(folded) ?? new Set()).add(sentence.turn));
  }
  const words = run.slice(-MAX_PHRASE_WORDS);
  const folded = words.map((word) => foldWord(word.toLowerCase(), language));
  const key = folded.join(' ');
  const text = words.join(isUnspaced(key) ? '' : ' ');
  const known = phrases.get(key) ?? {
    text,
    named: (words.length === run.length ? opening : '') + text,
    folded,
    loose,
    places: [],
    score: 0,
    segmentRefs: new Set<string>(),
  };
  if (opening === 'the ' && !known.named.startsWith('the ') && words.length === run.length)
    known.named = opening + known.text;
  known.loose &&= loose;
  known.score +=
    1 - (known.named.startsWith('a ') || known.named.startsWith('an ') ? INDEFINITE : 0);
  known.places.push(sentence.index);
  for (const ref of sentence.segmentRefs) known.segmentRefs.add(ref);
  phrases.set(key, known);
}
