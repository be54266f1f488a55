// A part of a sentence that is short enough to put in brackets. English.
import { contentWords, wordsOf } from './content-words.ts';
import { pattern } from './pattern.ts';

export const MAX_WORDS = 9;
const OPENER = pattern('i')`
  ^(?:(?:and|but|so|then|because|cause|since|though|well|yes|no|okay|oh|please|maybe|perhaps|
  i think|i guess|i mean|i'd say|i say|you know|one thing|also|now|just),?\s+)+`;
const TAIL = pattern('i')`
  [\s,]*\b(?:please|then|though|too|as well|right|okay|ok|you know|i think|i guess|(?:is|isn|
  are|aren|do|don|does|doesn|did|didn|have|haven|has|hasn|can|could|will|would|won|should|
  wouldn|couldn)(?:'t)? (?:it|you|we|they|he|she|i))[\s.,!?]*$`;
const SEAM = pattern('gi')`
  [,;:–—]\s+|\s+(?=(?:because|cause|since|so that|which|who|although|though|unless|if|when|
  before|after|until|once|while|but|and (?:i|we|you|he|she|it|they|then|the|that)\b|so (?:i|we|
  you|he|she|it|they|that)\b)\b)`;
const LOOSE_END = pattern('i')`
  (?:\s+(?:the|a|an|my|our|your|his|her|their|its|this|that|these|those|of|to|in|on|at|by|for|
  from|with|and|or|but|so|as|is|are|was|were|be|been|i|we|you|he|she|they|it|i'm|i'll|it's|
  that's|not|no|if|about|into|very|some|any|which|who|can|could|will|would|has|have|had|do|does|
  did|need|needs|want|wants|still|don't|gonna|going|like|than|when|where))+$`;

/**
 * The clause of at most `MAX_WORDS` words with the most content words that are not in `held`; the first of equals.
 * Null if none has a new word.
 */
export function shortClause(text: string, held: ReadonlySet<string>): string | null {
  const said = text.replace(/\s*[()]\s*/g, ' ').replace(/^[\s,;:.!?]+|[\s,;:.!?]+$/g, '');
  const starts = [0, ...[...said.matchAll(SEAM)].map((seam) => seam.index + seam[0].length)];
  const ends = [...[...said.matchAll(SEAM)].map((seam) => seam.index), said.length];
  let best: { text: string; worth: number } | null = null;
  for (const [first, start] of starts.entries()) {
    for (const [more, end] of ends.slice(first).entries()) {
      const piece = trim(said.slice(start, end));
      if (more > 0 && piece.split(' ').length > MAX_WORDS) break;
      const short = cut(piece);
      const worth = newWords(short, held) + (first === 0 ? MAIN : 0);
      if (worth > (best?.worth ?? 0)) best = { text: short, worth };
    }
  }
  return best === null || newWords(best.text, held) === 0 ? null : lowered(best.text);
}

const DEED = pattern('')`
  ^(?:send|pay|print|order|refund|bring|ring|call|tell|ask|check|book|buy|write|move|fix|
  correct|show|put|post|email|draft|clean|share|cancel|invite|add|change)$`;
/** Added for the first clause, which is usually the main one. */
const MAIN = 1.5;

function newWords(text: string, held: ReadonlySet<string>): number {
  return new Set(contentWords(text).filter((word) => !held.has(word))).size;
}

function trim(piece: string): string {
  return piece
    .trim()
    .replace(OPENER, '')
    .replace(TAIL, '')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '');
}

function cut(piece: string): string {
  const words = piece.split(' ');
  if (words.length <= MAX_WORDS) return piece;
  return words
    .slice(0, MAX_WORDS)
    .join(' ')
    .replace(LOOSE_END, '')
    .replace(/[\s,;:]+$/, '');
}

/** Only a word that cannot be a name loses its capital letter. */
function lowered(text: string): string {
  const first = wordsOf(text)[0] ?? '';
  const plain =
    first !== 'i' &&
    !first.startsWith("i'") &&
    (contentWords(first).length === 0 || DEED.test(first));
  return plain ? text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()) : text;
}
