import { functionWords, primarySubtag } from './function-words.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** True for text in a script that does not set words apart. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Lower-case words of a text in order; scripts without spaces are cut by the runtime's dictionary. */
export function wordsOf(text: string): string[] {
  if (UNSPACED.test(text)) {
    const found: string[] = [];
    for (const part of segmenter.segment(text)) if (part.isWordLike === true) found.push(part.segment.toLowerCase());
    return found;
  }
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase().replaceAll('’', "'"));
}

/** Words that carry a subject, folded so that plural and simple verb endings compare equal. */
export function contentWords(text: string, language: string | null = 'en'): string[] {
  const skipped = functionWords(language);
  const folded: string[] = [];
  for (const word of wordsOf(text)) {
    if (skipped.has(word)) continue;
    folded.push(foldWord(word, language));
  }
  return folded;
}

/** One form for `release`, `releases`, `released`; only English endings are folded. */
export function foldWord(word: string, language: string | null = 'en'): string {
  const bare = word.replace(/'s?$/, '');
  if (primarySubtag(language) !== 'en' || bare.length < 5) return bare;
  const stem = bare
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:([sxz]|ch|sh)es|([^s])s)$/, '$1$2')
    .replace(/(?:ing|ed)$/, '');
  const kept = stem.length < 3 ? bare : stem;
  return kept.replace(/([bdgklmnprt])\1$/, '$1').replace(/e$/, '');
}

/** Share of the smaller word list that the larger one also holds, 0 to 1; 0 when either is empty. */
export function overlap(first: readonly string[], second: readonly string[]): number {
  const small = first.length <= second.length ? first : second;
  const large = small === first ? second : first;
  let words = 0;
  let common = 0;
  for (const [at, word] of small.entries()) {
    if (small.indexOf(word) !== at) continue;
    words += 1;
    if (large.includes(word)) common += 1;
  }
  return words === 0 ? 0 : common / words;
}
