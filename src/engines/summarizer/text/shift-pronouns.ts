// Replaces `I` and `you` in a task that is shown without its speaker. English.
import { pattern } from './pattern.ts';

export type Persons = {
  /** Who says the words. */
  readonly speaker: string;
  readonly owner: string | null;
  /** Who is addressed; null if it may be any of several people. */
  readonly listener: string | null;
};

const AS_SUBJECT: readonly (readonly [RegExp, string])[] = [
  [/\bi(?:'m| am)\b/gi, 'is'],
  [/\bi(?:'ve| have)\b/gi, 'has'],
  [/\bi'll\b/gi, 'will'],
  [/\bi'd\b/gi, 'would'],
  [/^i need\b/gi, 'needs'],
];
const SAME_FORM = pattern('gi')`
  \bi (?=(?:can|could|will|would|should|might|may|must|was|had|got|did|said|told|asked|sent|
  made|gave|took|wrote|found)\b)`;
const FIRST_PERSON = /\bi\b/i;
export const SAYS_I_OR_YOU = /\b(?:i|me|my|mine|you|your)\b/i;
const MINE = /\bmy\b(?! (?:god|goodness|word)\b)/gi;
const MYSELF = /\b(?:on my own|by myself|myself)\b/i;
/** After a verb or a preposition, where it is not the subject. */
const TO_YOU = pattern('giu')`
  (?:(?<=^\p{L}+ )|(?<=\b(?:to|for|with|from|at|about|and (?:send|let|tell|show|give|bring|get|
  email|text|call)) ))you\b(?! (?:guys|all|both|two|lot|know|can|could|will|would|want|need|
  have|are|had)\b)`;

/** `Send you the offer`, said to several people. */
const TO_ALL = /^((?:send|give|bring|show) )you (?=(?:the|an?|our|all)\b)/i;

/** `Send me your list` becomes `Send Rachel your list`; a text that cannot be converted entirely is unchanged. */
export function shiftPronouns(text: string, { speaker, owner, listener }: Persons): string {
  if (speaker === owner) {
    const own = text
      .replace(/\s+with me\b/i, '')
      .replace(/(?<!\bon )\bmy\b(?! (?:own|god|goodness|word)\b)/gi, () => `${speaker}'s`);
    if (listener === null) return own.replace(TO_ALL, '$1');
    if (MYSELF.test(text)) return own;
    return own.replace(TO_YOU, () => listener).replace(/\byour\b/gi, () => `${listener}'s`);
  }
  let turned = text.replace(/\bme\b/gi, () => speaker).replace(MINE, () => `${speaker}'s`);
  for (const [said, told] of AS_SUBJECT) turned = turned.replace(said, () => `${speaker} ${told}`);
  turned = turned.replace(SAME_FORM, () => `${speaker} `);
  return FIRST_PERSON.test(turned) ? text : turned;
}
