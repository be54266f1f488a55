import file from '../words/words.json' with { type: 'json' };
import { wordsOf } from './content-words.ts';
import { pattern, source } from './pattern.ts';

export type CleanSpeech = {
  readonly text: string;
  /** Opening words that were cut, lower case, one space apart. */
  readonly lead: string;
};

/** `Uh-huh.` on its own stays a sentence, as in the meetings to which the weights were fitted. */
const FILLER =
  /(?:^|(?<=[\s,.]))(?:(?:uh-huh|m+-h+m+)(?=,)|u+h+m*|u+m+|e+r+m?|a+h+|h+m+|m{2,}|mhm)\b[,.…]*\s*/gi;
/** `the ER`, in speech that is not all in capitals. */
const ABBREVIATION = /^\p{Lu}{2}/u;
const BROKEN_WORD = /(?:^|(?<=\s))[\p{L}']+[-–—](?=[\s,.]|$)[,.]?\s*/gu;
/** What is named by a letter: `plan b`. */
export const LETTERED =
  'plan|option|group|team|room|hall|gate|bay|block|version|point|section|vitamin';
/** `th there`, `f frequencies`; not `plan b because`. */
const STUTTER = pattern('giu')`
  (?<=^|\s)(?<!\b(?:${LETTERED})\s)([bcdfghjklmnpqrstvwxz]{1,3})[,.]?\s+(?=\1\p{L})`;
const ASIDE =
  /,\s*(?:you know|i mean|like|sort of|kind of|basically|you see|let's say|as i said|if you will)\s*,/gi;
const OPENING_ASIDE = /^(?:you know|i mean|like|basically|you see|look|listen)\s*,\s*/i;
const LOOSE_YOU_KNOW = pattern('gi')`
  (?<!\b(?:do|did|if|as|would|should|let|lets|what|that|how|so|because|don't|
  to))\s+you know(?!\s+(?:what|how|who|where|why|when|that|if|the|about|it|him|her|them|this|
  any|anyone|\w+ing)\b)(?=\s)`;
/** `on Monday, sorry, on Tuesday`, `on Friday, not Thursday` */
const SLIP_DAY = '(?:\\w+day|tomorrow|the \\w+(?:st|nd|rd|th))';
const SLIP = pattern('gi')`
  (?<=\b(?:on|by|before|until) )${SLIP_DAY}[,.…]* (?:no|no,? sorry|sorry|i mean|or rather|rather|
  wait|make that)[,.]* (?:(?:on|by|before|until) )?(?=${SLIP_DAY}\b)|
  (?<=\b${SLIP_DAY}),? (?:and )?not (?:on |by )?${SLIP_DAY}\b`;
const NEEDS_CLAUSE_AFTER = file.english.openersThatAreGrammar.join('|');
const LEAD = pattern('iu')`
  ^(?:so(?! far)|${file.english.openers.join('|')}|${NEEDS_CLAUSE_AFTER})
  (?:\s*[,.!?;:…-]+\s*|\s+)(?=[\p{L}\p{N}])`;
/** Without a comma, openers that are also grammar are removed only before a new clause. */
const NEEDS_CLAUSE = pattern('iu')`
  ^(?:${NEEDS_CLAUSE_AFTER})\s+(?!(?:${file.english.clauseStarts.join('|')})\b|[\p{L}]+\s+
  (?:can|could|would|will|please)\b)`;
const MAX_LEADS = 6;
/** Said in figures, where `oh` is a zero: `two oh three`. */
export const SPOKEN_DIGIT = 'zero|one|two|three|four|five|six|seven|eight|nine|ten|oh';
/** `I will I will`, `the, the`; not `two two five` or `that that`. */
const WORD = source`
  (?!(?:\d|(?:${SPOKEN_DIGIT}|that|had)(?![\p{L}'-])))
  [\p{L}\p{M}\p{N}'-]+`;
const REPEATED = pattern('giu')`
  (?<=^|\s)(${WORD}(?: ${WORD}){0,3}?)(?:[,…-]* \1(?![\p{L}\p{M}\p{N}'-]))+`;

/**
 * Removes fillers, broken-off words, asides, repetitions and slips of the tongue from one spoken sentence.
 * Never adds a word.
 */
export function cleanSpeech(spoken: string): CleanSpeech {
  let text = spoken
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .replace(/(?<=^|\s)'cause\b/gi, 'because')
    .replace(/(?<=^|\s)'kay\b/gi, 'okay')
    .trim();
  const isCased = /\p{Ll}/u.test(text);
  text = text
    .replace(FILLER, (filler) => (isCased && ABBREVIATION.test(filler) ? filler : ''))
    .replace(BROKEN_WORD, '')
    .replace(STUTTER, '')
    .replace(ASIDE, '')
    .replace(LOOSE_YOU_KNOW, '');
  // `I said I I said`: words may be repeated within what is repeated.
  text = tidy(text).replace(REPEATED, '$1').replace(REPEATED, '$1');
  text = tidy(text.replace(SLIP, ''));
  const lead: string[] = [];
  for (let cut = 0; cut < MAX_LEADS; cut += 1) {
    text = text.replace(OPENING_ASIDE, '');
    const opening = LEAD.exec(text);
    if (opening === null || NEEDS_CLAUSE.test(text)) break;
    lead.push(...wordsOf(opening[0]));
    text = text.slice(opening[0].length);
  }
  return { text: capitalize(tidy(text)), lead: lead.join(' ') };
}

/** The text without the punctuation at its end. */
export function withoutEndMarks(text: string): string {
  return text.replace(/[\s,.;:!?]+$/, '');
}

/** First letter in upper case; the rest untouched. */
export function capitalize(text: string): string {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 32);
  const raised = first.toUpperCase();
  return text !== '' && raised.toLowerCase() === first ? raised + text.slice(first.length) : text;
}

function tidy(text: string): string {
  return text
    .replace(/\s+([,.!?;:])/g, '$1')
    .replace(/,(?:\s*,)+/g, ',')
    .replace(/,([.!?])/g, '$1')
    .replace(/^[\s,.;:!?…–—-]+(?=.)/, '')
    .replace(/[\s,;:–—-]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
}
