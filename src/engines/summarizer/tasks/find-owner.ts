import { isThinkingAloud } from '../long-talk/weigh-long-talk.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import type { TurnReading } from '../model/read-turns.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { pattern } from '../text/pattern.ts';
import { NAMES_THAT_ARE_WORDS, type OwnerFinder } from './owner-names.ts';

const OF_SPEAKER = /\b(?:i'll|i will|i'm (?:gonna|going to)|i (?:need|have) to|i should|let me)\b/i;
/** Whoever asks this offers to do it. */
const OFFERS = /^(?:should|shall) i\b/i;
/** `Please let me finish` asks nobody to do it; `I need the contract by Friday` asks the listener. */
const ASKS = pattern('iu')`
  ^(?!.*\b(?:i|let me(?! (?:know|have)\b))\b).*\bplease\b|\bwould you mind \p{L}+ing\b|
  ^i need (?:the|your|that|those|these|it|them)\b(?!.*\bi\b)`;
/** `I think Chris will order the badges` */
const NAMED_DOER =
  /(\p{Lu}\p{L}+)(?:'ll| (?:will|should|is (?:going|supposed) to|needs to|has to)) (?!you\b)/u;
/** `Will you`, `Will the van`, `Mark all of them` */
const AFTER_WORD =
  /^ (?:you|we|i|they|it|he|she|the|an?|this|that|these|those|my|your|our|all|every|each)\b/i;

/** The display name of the person who is to do it, mostly by the network; null for nobody. */
export function findOwner(
  sentence: SpokenSentence,
  { doer }: TurnReading,
  meeting: MeetingReading,
): string | null {
  const { sentences, owners } = meeting;
  const isGuess = isThinkingAloud(sentence.index, meeting);
  const inWords = isGuess ? ownerInWords(sentence, owners) : null;
  if (inWords !== null) return inWords;
  const [, who = ''] = NAMED_DOER.exec(sentence.text) ?? [];
  const named = OF_SPEAKER.test(sentence.text) ? null : owners.ofName(who);
  if (named !== null && doer !== 'next speaker') return named;
  const isOwn = doer === 'speaker' && !ASKS.test(sentence.text);
  if (doer === 'nobody' || doer === 'named' || (isOwn && isGuess)) return null;
  if (isOwn || OFFERS.test(sentence.text)) return owners.ofSpeaker(sentence.speakerRef);
  const other =
    doer === 'speaker before'
      ? sentences.slice(0, sentence.index).findLast(({ turn }) => turn !== sentence.turn)
      : sentences.slice(sentence.index).find(({ turn }) => turn !== sentence.turn);
  return other === undefined ? null : owners.ofSpeaker(other.speakerRef);
}

/** For long talks, where the network is seldom right: the person named, or the speaker who says `I`. */
function ownerInWords({ text, speakerRef }: SpokenSentence, owners: OwnerFinder): string | null {
  const named = owners.all.filter((name) => isNamed(name, text));
  if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null;
  return OF_SPEAKER.test(text) ? owners.ofSpeaker(speakerRef) : null;
}

/**
 * By the first name with its capital letter, or by the full name in any letters; `Tomorrow` does not name `Tom`. At the
 * start of a sentence, a name that is also a word may be that word: `Will you`, `Mark the spots`.
 */
function isNamed(name: string, text: string): boolean {
  const [first = ''] = name.split(' ');
  const inAnyCase = says(text.toLowerCase(), name.toLowerCase());
  if (!NAMES_THAT_ARE_WORDS.has(first.toLowerCase())) return inAnyCase || says(text, first);
  if (inAnyCase && name !== first) return true;
  const after = text.startsWith(first) ? text.slice(first.length) : '';
  return says(text.slice(1), first) || (/^[^\p{L}]/u.test(after) && !AFTER_WORD.test(after));
}

/** Whether the text has these words as whole words. */
function says(text: string, words: string): boolean {
  const plain = (said: string): string => ` ${said} `.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  const sought = plain(words);
  // A name may be an emoji.
  return sought !== ' ' && plain(text).includes(sought);
}
