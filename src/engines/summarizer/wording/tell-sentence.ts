// A sentence that somebody who was not there can read: whole, cleaned, in its speaker's words. English.
import { isPlainVerb } from '../text/plain-verbs.ts';
import { isContentWord, wordsOf } from '../text/content-words.ts';
import { withoutFalseStarts } from './without-false-starts.ts';

const MIN_WORDS = 5;
const MAX_WORDS = 32;
const MIN_ITEM_WORDS = 3;
const MAX_ITEM_WORDS = 40;
const MAX_QUESTION_WORDS = 22;
const MAX_COMMAS = 4;
/** What these stand for was said before. */
const HANGS_ON_BEFORE = new RegExp(
  [
    '^(?:it|they|he|she|him|her|them|that|these|those|this(?! (?:meeting|week|month|year|time|',
    'project|one))|which|who|because|cause|cuz|than|of|not|such|as long|whatever|same|here|',
    'you guys|means|see|yeah|okay|hey|hmm|huh|oops|how (?:much|many|long)|',
    "(?:what|how|who|why|where|when)(?:'s| (?:are|",
    "is|do|does|did|can|could|would|should))|\\p{L}+ aren't)\\b",
  ].join(''),
  'iu',
);
const LOOSE_END = new RegExp(
  [
    '\\b(?:the|an?|my|our|your|their|of|to|at|with|for|from|by|as|if|when|that|which|who|where|',
    "what|how|because|and|but|or|so|than|is|are|was|were|be|it's|that's|we|i|they|i'm|we're|",
    "you're|they're|very|really|some|any|every|each|no|not|don't|can|could|would|will|should|",
    'have to|want|need|like|about|into|just|also|still|between|even)[\\s.]*$',
  ].join(''),
  'i',
);
const KNOWS_NOT = new RegExp(
  [
    "^i (?:don't|didn't|can't|do not|did not) (?:really |even )?(?:know|understand|remember|mean|",
    'mind|care|see)\\b',
  ].join(''),
  'i',
);
/** No sentence is built so: it broke off in between. */
const BROKEN = new RegExp(
  [
    '\\bof (?:is|are|was|were|we|they|he|and|or|but|because|so|if|to|of|for|with)\\b|\\b(?:a|an',
    "the|my|our|your|very) (?:is|are|was|were|we|i|they|he|it's|that's|and|or|but|because|so|if",
    'to|the|a|an|of|in|for|that|with|you)\\b',
    "\\b(?:i|we|they|he|she|we're|i'm|they're) (?:the|a|an|is|this|that's|it's|it|in|of|because",
    'if|there|we|i|they|you|he|she)\\b(?<!\\bi am\\b)',
    "\\b(?:is|are|was|were) (?:is|are|was|were|have|has|we|they|i|can|you|it's|that's|there's)\\b",
    "\\b(?:to|can|could|would|should|will|might|must) (?:the|an?|is|are|was|were|of|and|it's",
    "that's|to|we)\\b(?<!\\bto (?:the|an?|we)\\b)",
    "\\b(?:an?|the) (?:anything|any|some|something|all)\\b|\\bto (?:i|he|she|they)\\b|n't (?:they|it|you|we|he|she)\\b",
    '\\b(?:it|we|they|i), (?:then|it|we|they|i|the)\\b',
    "\\b(?:it's|that's|there's) (?:is|are|was|we|i|they|it|have)\\b|\\bthat that\\b.*\\bthat that\\b",
    '\\b(?:blah|whatever|dunno|ha|huh|oh|dear|oops|wow|jeez|damn|shit|fuck\\w*|hell|thingy)\\b',
    "[?@\"“”]|(?<![\\p{L}\\p{N}'-])[b-hj-z](?![\\p{L}\\p{N}'-])|\\p{L}-(?=[\\s,.]|$)",
  ].join('|'),
  'iu',
);
const ASKS = new RegExp(
  [
    '^(?:what|who|whose|why|how|where|which|when|can|could|would|will|shall|should|do|does|did|',
    'is|are|was|were|have|has)\\b',
  ].join(''),
  'i',
);
/** In a question the verb stands in front. */
const BROKEN_QUESTION =
  /(?<!^)[?@"“”]|(?<![\p{L}\p{N}'-])[b-hj-z](?![\p{L}\p{N}'-])|,.*,|\b(?:dunno|whatever|or)$/iu;
const MAX_BROKEN_LENGTH = 8;
const ENDING_OF_WORD = new RegExp(
  [
    "^(?:'\\p{L}+|e?s|e?d|e?r|e?rs|ings?|ly|y|al|ors?|n|en|ions?|ments?|ness|able|\\p{L}?ing|",
    '\\p{L}?ed|t)$',
  ].join(''),
  'u',
);
const FINITE = new RegExp(
  [
    '^(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|might|may|must|',
    'shall|needs?|wants?|thinks?|means?|gets?|gotta|gonna|uses?|used|helps?|works?|looks?|costs?|',
    "comes?|goes|makes?|takes?|shows?|seems?|cannot|let's|closes|\\p{L}+n't|\\p{L}+'(?:re|m|ve|ll|",
    'd)|(?:it|that|there|here|he|she|what|who|everything|everyone|nobody|thing|problem|question|',
    "idea|point)'s)$",
  ].join(''),
  'u',
);
const SUBORDINATE =
  /\b(?:because|so that|which|who|that|if|when|where|while|although|unless|until)\b/i;
const TIME_OR_CONDITION =
  /^(?:if|when|as|once|after|before|since|while|although|for|in|on|at|with|by|to)\b/i;
const POINTING = new RegExp(
  [
    "\\b(?:it|it's|that|that's|this|these|those|them|they|thing|things|stuff|something|there|one|",
    'ones|he|she)\\b',
  ].join(''),
  'gi',
);

/** Null for what is no whole sentence. */
export function tellSentence(text: string, broken: ReadonlySet<string> = new Set()): string | null {
  const told = withoutFalseStarts(text);
  const words = wordsOf(told);
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return null;
  if (told.split(',').length > MAX_COMMAS + 1) return null;
  if (words.some((word) => broken.has(word)) || KNOWS_NOT.test(told)) return null;
  if (HANGS_ON_BEFORE.test(told) || LOOSE_END.test(told) || BROKEN.test(told)) return null;
  return hasMainVerb(told) ? told : null;
}

/** Whether an item of a talk in which people think aloud can be read without what was said around it. */
export function readsAlone(item: string): boolean {
  const text = item.replace(/ \([^()]*\)$/, '').replace(/^\p{Lu}[^:]{0,40}: /u, '');
  const words = wordsOf(text);
  return (
    words.length >= MIN_ITEM_WORDS &&
    words.length <= MAX_ITEM_WORDS &&
    words.filter((word) => isContentWord(word)).length > 1 &&
    !HANGS_ON_BEFORE.test(text) &&
    !LOOSE_END.test(text)
  );
}

/** Words said once that another word of the meeting begins with: they mostly broke off. */
export function brokenWords(words: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts.keys()].toSorted();
  const broken = new Set<string>();
  for (const [at, word] of sorted.entries()) {
    if (word.length > MAX_BROKEN_LENGTH || counts.get(word) !== 1 || !isContentWord(word)) continue;
    for (let next = at + 1; (sorted[next] ?? '').startsWith(word); next += 1)
      if (!ENDING_OF_WORD.test((sorted[next] ?? '').slice(word.length))) broken.add(word);
  }
  return broken;
}

/** A whole question; null for what is none. */
export function tellQuestion(text: string): string | null {
  const told = withoutFalseStarts(text);
  const asked = told.replace(/[?]+$/, '');
  const words = wordsOf(told).length;
  if (!told.endsWith('?') || words < MIN_WORDS || words > MAX_QUESTION_WORDS) return null;
  const isWhole =
    !HANGS_ON_BEFORE.test(asked) && !LOOSE_END.test(asked) && !BROKEN_QUESTION.test(asked);
  return isWhole && ASKS.test(asked) ? told : null;
}

/** How much of it can be understood without what was said before; 1 at most. */
export function clearness(told: string): number {
  return 1 / (1 + 0.25 * (told.match(POINTING)?.length ?? 0));
}

function hasMainVerb(told: string): boolean {
  const isLater = TIME_OR_CONDITION.test(told);
  const comma = told.indexOf(',') + 1;
  const main =
    isLater && comma === 0 ? told : (told.slice(isLater ? comma : 0).split(SUBORDINATE)[0] ?? '');
  const [first = '', ...more] = wordsOf(main);
  if (first.endsWith('ing') && !more.some((word) => FINITE.test(word))) return false;
  const verbs = more.filter(
    (word) => FINITE.test(word) || isPlainVerb(word) || /\p{L}{3}ed$/u.test(word),
  );
  return verbs.length > (isLater && comma === 0 ? 1 : 0) || (!isLater && FINITE.test(first));
}
