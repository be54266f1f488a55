// What a speaker who thinks aloud meant to say. English.
import { LETTERED, SPOKEN_DIGIT, capitalize } from './clean-speech.ts';
import { contentWords, countsOf, isContentWord, wordsOf } from './content-words.ts';
import { isPlainVerb } from './plain-verbs.ts';
import { pattern } from './pattern.ts';

const MIN_WORDS = 5;
const MAX_WORDS = 36;
const FILLER = pattern('giu')`
  ,? ?\b(?:you know(?! (?:that|if|what|how|who|where|why|when)\b)|i mean|or whatever|or something(?: like that)?|
  and stuff(?: like that)?|
  (?<!\b(?:some|any|what|this|that|the|a|which|of|another|each|every) )(?:sort|kind) of|
  (?<=\b(?:a|an|the|of|is|are|just) )like|huh|hmm|eh|
  (?<!\b(?:${SPOKEN_DIGIT}) )oh(?! (?:${SPOKEN_DIGIT})\b)|ah|blah|@)(?: ?,)?(?=$|[ .,])`;
/** A capital letter inside a sentence begins another one. */
const RESTART = pattern('u')`
  (?<=[\p{Ll},] )(?=(?:The|It|You|We|But|And|So|If|What|That|This|There|Well|Because|They|He|
  She|In|When|How|Or|Is|Are|Do|Yeah|Okay|Oh|No|Yes|Let|For|Then|Now|Not|Why|Who|Maybe|My|Our|
  Just|Here|Some|One|With|Where|Mostly|Wait|Hmm)\b)`;
const OPENING = pattern('i')`
  ^(?:(?:and|but|so(?! far)|or|because|well|yeah|yes|okay|ok|oh|then|now|also|like|mm|right|sure|
  anyway|actually),? |no, )+`;
const ENDING = pattern('iu')`
  [\s,]+(?:and|but|so|or|because|though|right|yeah|okay|then|i think|i guess|(?:is|are|do|
  does)n't \p{L}+)[.?]?$`;
/** Letters left of a word that was broken off. */
const BROKEN = pattern('u')`
  ^(?!(?:tv|pc|cd|pdf|csv|css|sql|crm|vpn|gps|cv|hr|pr|mr|mrs|ms|dr|st|vs|km|kg|mm|cm|pm)$)(?:[eouy]|
  [bcdfghjklmnpqrstvwxz]{1,3})$`;
const ARTICLE = /^(?:a|an|the)$/;
const SUBJECT = /^(?:i|we|he|she|they)$/;
/** After an article or a subject, these begin again; after an article, verbs do too. */
const BEGINS =
  /^(?:in|on|of|at|for|if|the|an?|i|we|you|he|she|they|it|there|(?:i|we|you|they|it|there|that)'\p{L}+)$/u;
const NO_NOUN = /^(?:is|are|was|were|to|and|but)$/;
/** If one of these is in between, two things are said, not the same one twice. */
const JOINS = /^(?:and|or|but|not|nor|than|to|then|what|as)$/;
/** `I had a, discussion with, Anna`: no comma belongs here. */
const PAUSE = pattern('giu')`
  (?<=\b(?:an?|the|my|our|your|their|of|to|for|with|from|in|on|at|about|these|and|or)),
  (?= (?!(?:and|but|so|or|because|which|that|then|if|i|you|we|they|he|she|it)\b))`;
const WRITTEN: readonly (readonly [RegExp, string])[] = [
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/\bcuz\b/gi, 'because'],
  [PAUSE, ''],
];
const FIGURE = new RegExp(`^(?:\\d|(?:${SPOKEN_DIGIT})$)`);
const MAX_BROKEN_LETTERS = 8;
const ENDING_OF_WORD = /^(?:'\p{L}+|e?s|e?d|e?rs?|\p{L}?ing|\p{L}?ed|ly|y|ions?|ments?|al|t)$/u;
const MAX_RESTART_WORDS = 6;
const MAX_ROUNDS = 4;

/** Removes broken-off words and false starts. */
export function withoutFalseStarts(spoken: string): string {
  let text = WRITTEN.reduce((told, [said, meant]) => told.replace(said, meant), spoken)
    .replace(FILLER, '')
    .split(RESTART)
    .reduce((best, part) => (part.length > best.length ? part : best), '');
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const words = text.trim().split(/\s+/);
    const bare = words.map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}'-]/gu, ''));
    const next = words
      .filter((word, at) => !beginsAgain(bare, at) && !(isOpen(word, at) && isBroken(bare, at)))
      .join(' ')
      .replace(OPENING, '')
      .replace(ENDING, '');
    if (next === text) break;
    text = next;
  }
  return capitalize(text.replace(/\s+([,.?!])/g, '$1').replace(/^[\s,.]+|[\s,;]+$/g, ''));
}

/** True unless the word may be an abbreviation, a name or a sign such as `%`, or ends a sentence. */
function isOpen(word: string, at: number): boolean {
  return !/[.?!]$|[\p{S}&%]/u.test(word) && (at === 0 || !/\p{Lu}/u.test(word) || word === 'I');
}

function isBroken(bare: readonly string[], at: number): boolean {
  const [before = '', word = '', next = '', later = ''] = [bare[at - 1], ...bare.slice(at, at + 3)];
  if (word === '' || next === '' || /^\d/.test(before)) return word === '';
  if (at === 0 && word.length === 1 && next.startsWith(word)) return true;
  if (next.startsWith(`${word}'`)) return true;
  if (ARTICLE.test(word) && NO_NOUN.test(next)) return true;
  if ((ARTICLE.test(word) || SUBJECT.test(word)) && BEGINS.test(next)) return true;
  if (BROKEN.test(word))
    return !LETTERED.split('|').includes(before) && (before !== 'the' || ARTICLE.test(next));
  return (
    isContentWord(word) &&
    word !== 'per' &&
    [next, word.length < 9 ? later : ''].some(
      (whole) =>
        whole.startsWith(word) && !/^(?:'?s|es|ing|ed|er|ers)?$/.test(whole.slice(word.length)),
    )
  );
}

/** True for words of a false start: the sentence then begins again with the same words. */
function beginsAgain(bare: readonly string[], at: number): boolean {
  for (let from = Math.max(0, at - MAX_RESTART_WORDS); from <= at; from += 1)
    for (let to = at + 1; to <= from + MAX_RESTART_WORDS; to += 1)
      if (isRestart(bare, from, to)) return true;
  return false;
}

function isRestart(bare: readonly string[], from: number, to: number): boolean {
  const [word = '', next = ''] = [bare[from], bare[from + 1]];
  const again = bare[to] ?? '';
  if (to === from + 2 && SUBJECT.test(word) && SUBJECT.test(again)) return next === bare[to + 1];
  if (word === '' || word !== again || FIGURE.test(word)) return false;
  if (to === from + 1) return word !== 'that' && word !== 'had';
  return (
    next !== '' &&
    next === bare[to + 1] &&
    !isContentWord(word) &&
    !bare.slice(from, to).some((one) => JOINS.test(one))
  );
}

/** Openings that refer to something said before. */
const HANGS_ON_BEFORE = pattern('iu')`
  ^(?:if\b(?!.*(?:,|\b(?:then|we|i|you|they|it|he|she)\b))|
  i (?:don|didn|can|couldn)'t (?:really )?(?:know|understand|remember|mean|mind|care|see)|
  it|they|he|she|him|her|them|that|these|those|this(?! (?:meeting|week|month|year|time|project|
  one))|which|who|than|of|not|such|same|here|you guys|means|see|either|neither|unless|
  how (?:much|many)|one is|(?:do|does|did|is|are|was|were|have|has) (?:i|we|you|they|he|she|it|
  there|that|this)|here'\p{L}+|(?:what|how|who|why|where|when)(?:'s| (?:are|is|do|does|did|can|
  could|would|should|about)))\b`;
/** Words that end no sentence. */
export const LOOSE_END = pattern('iu')`
  \b(?:the|an?|my|our|your|their|of|to|at|with|for|from|by|as|if|when|that|which|who|where|what|
  how|because|and|but|or|so|than|is|are|was|were|be|it's|that's|we|i|they|i'm|we're|you're|
  they're|very|really|some|any|every|each|no|not|don't|can|could|would|will|should|although|
  the one|want|need|like|about|into|just|also|still|between|even|based on what)[\s.]*$`;
const FINITE = pattern('u')`
  ^(?:is|are|was|were|am|has|have|had|do|does|did|will|would|can|could|should|might|may|must|
  shall|needs?|wants?|thinks?|means?|gets?|uses?|helps?|works?|looks?|costs?|comes?|goes|makes?|
  takes?|shows?|seems?|going|let's|\p{L}+n't|\p{L}+'(?:re|m|ve|ll|d)|(?:it|that|there|here|he|
  she|what|who|everything)'s)$`;
const SUBORDINATE =
  /\b(?:because|so that|which|who|that|if|when|where|while|although|unless|until)\b/i;
const POINTING =
  /^(?:it|it's|that|that's|this|these|those|them|they|they're|thing|things|there|one|he|she|here)$/;

/** Null if a reader who was not there could not understand it; `broken`: words that were broken off. */
export function tellSentence(spoken: string, broken: ReadonlySet<string>): string | null {
  const told = withoutFalseStarts(spoken);
  const words = wordsOf(told);
  if (words.length < MIN_WORDS || words.length > MAX_WORDS) return null;
  if (HANGS_ON_BEFORE.test(told) || LOOSE_END.test(told)) return null;
  if (/ \p{Ll}$/u.test(told)) return null;
  if ((told.match(/["“”]/g) ?? []).length % 2 > 0) return null;
  const pointing = words.filter((word) => POINTING.test(word)).length;
  if (contentWords(told).length < Math.max(2, pointing + 1)) return null;
  return hasVerb(told) && !words.some((word) => broken.has(word)) ? told : null;
}

export function hasVerb(told: string): boolean {
  const main = told.split(SUBORDINATE).find((part) => part !== '') ?? '';
  return wordsOf(main.replace(/\bto \p{L}+/giu, '')).some(
    (word, at) =>
      FINITE.test(word) ||
      (word !== 'like' && isPlainVerb(word)) ||
      (at > 0 && /\p{L}{3}ed$/u.test(word)),
  );
}

/** Rare words with which another word of the meeting begins: most were broken off. */
export function brokenWords(words: readonly string[]): Set<string> {
  const counts = countsOf(words);
  const sorted = [...counts.keys()].toSorted();
  return new Set(
    sorted.filter((word, at) => {
      const longer = sorted[at + 1] ?? '';
      return (
        (counts.get(word) ?? 0) <= (word.length < 4 ? 2 : 1) &&
        word.length <= MAX_BROKEN_LETTERS &&
        isContentWord(word) &&
        !/\d/.test(word) &&
        longer.startsWith(word) &&
        !ENDING_OF_WORD.test(longer.slice(word.length))
      );
    }),
  );
}
