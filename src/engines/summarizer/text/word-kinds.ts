// Which words of a meeting are nouns, judged by how they are used there.
import file from '../words/words.json' with { type: 'json' };
import { isUnspaced } from './content-words.ts';
import { functionWords, isEnglish } from './function-words.ts';
import { isPlainVerb } from './plain-verbs.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { wordSet } from './pattern.ts';

/** Nouns are found after articles or prepositions more often than after pronouns or `to`. */
export type WordKinds = {
  readonly nouns: ReadonlyMap<string, number>;
  readonly verbs: ReadonlyMap<string, number>;
  /** Words that always have a capital letter inside a sentence. */
  readonly names: ReadonlySet<string>;
  /** True for a word that is part of no phrase. */
  readonly isStop: (word: string) => boolean;
  readonly language: string | null;
};

const DESCRIBES_ONLY = wordSet(file.english.describing);
const PAST = /^(?!(?:bed|shed|seed|feed|speed|red|need|breed|weed|seabed|embed)$)\w{2,}ed$/;
const BEFORE_NOUN = wordSet(file.english.beforeNouns);
const BEFORE_VERB = wordSet(file.english.beforeVerbs);
/** Words that are no nouns but count as content elsewhere, so they are not in the list of function words. */
const NOT_NOUNS = wordSet(file.english.notNouns);

/** Counts, over the whole meeting, how each word is used. */
export function learnWordKinds(
  sentences: readonly SpokenSentence[],
  language: string | null,
): WordKinds {
  const isStop = stopWords(language);
  const nouns = new Map<string, number>();
  const verbs = new Map<string, number>();
  for (const sentence of sentences) {
    let before = '';
    let head = '';
    for (const word of [...sentence.words, '']) {
      if (word === '' || isStop(word)) {
        if (head !== '') nouns.set(head, (nouns.get(head) ?? 0) + 1);
        head = '';
      } else if (head !== '') head = word;
      else if (BEFORE_NOUN.has(before)) {
        nouns.set(word, (nouns.get(word) ?? 0) + 0.5);
        head = word;
      } else if (BEFORE_VERB.has(before)) verbs.set(word, (verbs.get(word) ?? 0) + 1);
      before = word;
    }
  }
  return { nouns, verbs, names: namesIn(sentences), isStop, language };
}

/** Words that are part of no phrase. */
function stopWords(language: string | null): (word: string) => boolean {
  const stop = functionWords(language);
  const english = isEnglish(language);
  return (word) => stop.has(word) || (english && (NOT_NOUNS.has(word) || isPlainVerb(word)));
}

function namesIn(sentences: readonly SpokenSentence[]): Set<string> {
  const names = new Set<string>();
  const plain = new Set<string>();
  for (const { text } of sentences) {
    for (const word of text.match(/(?<=[\p{L}\p{N},;] )\p{L}[\p{L}\p{M}'-]*/gu) ?? []) {
      if (/^\p{Lu}/u.test(word)) names.add(word.toLowerCase().replace(/'s$/, ''));
      else plain.add(word);
    }
  }
  return new Set([...names].filter((name) => !plain.has(name)));
}

/** A capital letter at the start of a sentence does not make a name. */
export function isName(word: string, kinds: WordKinds): boolean {
  return (
    /^\p{Lu}[\p{Lu}\p{N}]|^(?:Mrs?|Miss|Ms|Dr|Prof|Sir)$/u.test(word) ||
    kinds.names.has(word.toLowerCase().replace(/'s$/, ''))
  );
}

export function isNoun(word: string, { nouns, verbs, language }: WordKinds): boolean {
  if (language !== null && !isEnglish(language)) return word.length > 3 || isUnspaced(word);
  const lower = word.toLowerCase();
  const asNoun = nouns.get(lower) ?? 0;
  const asVerb = verbs.get(lower) ?? 0;
  if (
    asVerb > asNoun ||
    DESCRIBES_ONLY.has(lower) ||
    PAST.test(lower) ||
    (asNoun === 0 && lower.endsWith('ing'))
  )
    return false;
  if (/(?:ly|ous|ful|able|ible|[^ru]est|teenth|ieth)$/.test(lower)) return false;
  return (
    asNoun > 0 ||
    /(?:tion|ment|ness|ity|ance|ence|ship|ing|er|or|ism|age|ure|al|s)$/.test(lower) ||
    /^\p{Lu}/u.test(word)
  );
}

export function isVerb(word: string, kinds: WordKinds): boolean {
  return (kinds.verbs.get(word) ?? 0) > (kinds.nouns.get(word) ?? 0);
}
