// Which words of a meeting name things, judged by how they are used there.
import file from '../words/words.json' with { type: 'json' };
import { isUnspaced } from './content-words.ts';
import { functionWords, isEnglish } from './function-words.ts';
import { isPlainVerb } from './plain-verbs.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { wordSet } from './pattern.ts';

/** Which words name things: found after articles or prepositions more often than after pronouns or `to`. */
export type WordKinds = {
  readonly thing: ReadonlyMap<string, number>;
  readonly deed: ReadonlyMap<string, number>;
  /** Words that always have a capital letter inside a sentence. */
  readonly names: ReadonlySet<string>;
  /** True for a word that is part of no phrase. */
  readonly isStop: (word: string) => boolean;
  readonly language: string | null;
};

const DESCRIBES_ONLY = wordSet(file.english.describing);
const PAST = /^(?!(?:bed|shed|seed|feed|speed|red|need|breed|weed|seabed|embed)$)\w{2,}ed$/;
const BEFORE_THING = wordSet(file.english.beforeThings);
const BEFORE_DEED = wordSet(file.english.beforeDeeds);
/** Words that name no thing but count as content elsewhere, so they are not in the list of function words. */
const NO_THING = wordSet(file.english.namingNothing);

/** Counts, over the whole meeting, how each word is used. */
export function learnWordKinds(
  sentences: readonly SpokenSentence[],
  language: string | null,
): WordKinds {
  const isStop = stopWords(language);
  const thing = new Map<string, number>();
  const deed = new Map<string, number>();
  for (const sentence of sentences) {
    let before = '';
    let head = '';
    for (const word of [...sentence.words, '']) {
      if (word === '' || isStop(word)) {
        if (head !== '') thing.set(head, (thing.get(head) ?? 0) + 1);
        head = '';
      } else if (head !== '') head = word;
      else if (BEFORE_THING.has(before)) {
        thing.set(word, (thing.get(word) ?? 0) + 0.5);
        head = word;
      } else if (BEFORE_DEED.has(before)) deed.set(word, (deed.get(word) ?? 0) + 1);
      before = word;
    }
  }
  return { thing, deed, names: namesIn(sentences), isStop, language };
}

/** Words that are part of no phrase. */
function stopWords(language: string | null): (word: string) => boolean {
  const stop = functionWords(language);
  const english = isEnglish(language);
  return (word) => stop.has(word) || (english && (NO_THING.has(word) || isPlainVerb(word)));
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

export function isThing(word: string, { thing, deed, language }: WordKinds): boolean {
  if (language !== null && !isEnglish(language)) return word.length > 3 || isUnspaced(word);
  const lower = word.toLowerCase();
  const things = thing.get(lower) ?? 0;
  const deeds = deed.get(lower) ?? 0;
  if (
    deeds > things ||
    DESCRIBES_ONLY.has(lower) ||
    PAST.test(lower) ||
    (things === 0 && lower.endsWith('ing'))
  )
    return false;
  if (/(?:ly|ous|ful|able|ible|[^ru]est|teenth|ieth)$/.test(lower)) return false;
  return (
    things > 0 ||
    /(?:tion|ment|ness|ity|ance|ence|ship|ing|er|or|ism|age|ure|al|s)$/.test(lower) ||
    /^\p{Lu}/u.test(word)
  );
}

export function isDeed(word: string, kinds: WordKinds): boolean {
  return (kinds.deed.get(word) ?? 0) > (kinds.thing.get(word) ?? 0);
}
