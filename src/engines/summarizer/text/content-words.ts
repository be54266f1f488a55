import { functionWords, isEnglish } from './function-words.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*/gu;
/** `l'augmentation`, `dell'apertura` */
export const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|un|all|d[ae]ll|nell|sull|quest)'(?=\p{L})/iu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
/** Of a name in such a script in an English sentence; the dictionary makes it a word of its own. */
const GENITIVE = new RegExp(`(?<=${UNSPACED.source})['’]s(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
const GENITIVE_ENDING = /'s?$/;
/** Created for the first unspaced text, because it takes 3 MB. */
let segmenter: Intl.Segmenter | undefined;

/** True for text in a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Lower-case words of a text in order; scripts without spaces are split by the runtime's dictionary. */
export function wordsOf(text: string): string[] {
  if (UNSPACED.test(text)) {
    segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
    const parts = [...segmenter.segment(text.replace(GENITIVE, ''))];
    return parts.flatMap((part) => (part.isWordLike === true ? part.segment.toLowerCase() : []));
  }
  return text.toLowerCase().replaceAll('’', "'").match(WORD) ?? [];
}

/** True for a word, as `wordsOf` gives it, that carries a subject. */
export function isContentWord(word: string, language: string | null = 'en'): boolean {
  return !functionWords(language).has(word);
}

const KEEPS_CAPITAL = /^(?:\p{Lu}{2}|(?:I|Will|May|March)\b)/u;

/** The first letter in lower case, unless its word may be a name, a month or an abbreviation. */
export function withoutCapital(text: string): string {
  const [first = ''] = wordsOf(text);
  return isContentWord(first) || KEEPS_CAPITAL.test(text)
    ? text
    : text.replace(/^./u, (letter) => letter.toLowerCase());
}

/** Words that carry a subject, folded so that plural and simple verb endings compare equal. */
export function contentWords(text: string, language: string | null = 'en'): string[] {
  return contentOf(wordsOf(text), language);
}

/** The same, of words as `wordsOf` gives them. */
export function contentOf(words: readonly string[], language: string | null = 'en'): string[] {
  const skipped = functionWords(language);
  return words.filter((word) => !skipped.has(word)).map((word) => foldWord(word, language));
}

/** One form for `release`, `releases`, `released`; only English endings are folded. */
export function foldWord(word: string, language: string | null = 'en'): string {
  return isEnglish(language)
    ? foldEnglish(word)
    : word.replace(ELIDED, '').replace(GENITIVE_ENDING, '');
}

/** `carry` of `carries` and `carried`, `box` of `boxes`, `plan` of `plans` and `planning`. */
function foldEnglish(word: string): string {
  const bare = word.replace(GENITIVE_ENDING, '');
  if (bare.length < 5) return bare;
  const stem = bare
    .replace(/ie[sd]$/, 'y')
    .replace(/(?<=[sxz]|[cs]h)es$|(?<!s)s$/, '')
    .replace(/(?:ing|ed)$/, '');
  return withoutDoubling(stem.length < 3 ? bare : stem).replace(/e$/, '');
}

/** `plan` of `plann`. */
export function withoutDoubling(stem: string): string {
  return stem.replace(/([bdgklmnprt])\1$/, '$1');
}

/** The share of the smaller word list that is also in the larger one, 0 to 1; 0 if either is empty. */
export function overlap(first: readonly string[], second: readonly string[]): number {
  const [small, large] = first.length <= second.length ? [first, second] : [second, first];
  const words = [...new Set(small)];
  const common = words.filter((word) => large.includes(word)).length;
  return words.length === 0 ? 0 : common / words.length;
}

export function countsOf<Item>(items: readonly Item[]): Map<Item, number> {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
