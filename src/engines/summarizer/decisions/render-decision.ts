// How a decision stands in the minutes: the last step, when it is found and weighed. English.
import { capitalise } from '../text/clean-speech.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import type { FoundDecision } from '../found-item.ts';
import { quoteMatter } from '../references/quote-antecedent.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import { sourceOf } from '../source-of.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { turnPersons } from '../text/shift-pronouns.ts';

const OPENING = /^(?:(?:please|just|then|so|and|but),?\s+)+/i;
const GUESS = /,?\s+(?:i'd say|i would say|i think|i guess|i suppose|i reckon)(?=$|[,.])/i;
const FIRST_PERSON = /\b(?:i|i'm|i've|i'll|i'd|me|my|mine|you|your|you're|you'll)\b/i;
/** `Try it with the little ones`, `We move that one`: it is done to what is only pointed at. */
const OBJECT =
  /^(?:(?:we|they)(?:'ll|'re| will| are)? )?(?:(?:do not|don't|not|never) )?\p{L}+ (?:(?:it|them)\b|(?:that|those|these|this|both)(?= (?:one|ones|to|in|on|at|by|as|with|for|from|up|out|off|over|until|till|before|after|and|next|then)\b|$)|(?:a|the) (?:new|old|other|small|big|cheap|second|first) one\b)/iu;
/** `It waits till Thursday` */
const SUBJECT = /^(?:it|they|those|these|both|that|this)\b/i;
/** A thing that was known before it was said. */
const DEFINITE = /^(?:the|our) (?:[\p{L}\p{N}'-]+ ?){1,4}$/iu;
/** A thing that was only just mentioned is mostly why or how, not what. */
const MENTIONED = /^an? (?:[\p{L}\p{N}'-]+ ?){1,4}$/iu;
/** `We make her the offer` */
const PERSON = /^(?:we )?\p{L}+ (?:him|her)\b/iu;
const NAME = /^\p{L}{2,}$/u;
const MOST_OWN_WORDS = 4;

export function tellDecision(
  { text, at }: FoundDecision,
  acts: readonly SpeechAct[],
  owners: OwnerFinder,
): string {
  const [bracket = '', matter = ''] = / \(([^()]*)\)$/.exec(text) ?? [];
  const bare = text.slice(0, text.length - bracket.length);
  const told = capitalise(
    bare
      .replace(OPENING, '')
      .replace(/,? then(?=,)/gi, '')
      .replace(GUESS, ''),
  );
  const source = sourceOf(bare, at, acts);
  const quoted = bracket === '' ? null : matterOf(told, matter, source?.form === 'fragment');
  const beside = quoted === null ? '' : ` (${quoted})`;
  const speaker = FIRST_PERSON.test(told)
    ? owners.ofSpeaker(source?.sentence.speakerRef ?? null)
    : null;
  if (speaker === null) return told + beside;
  const turned = capitalise(turnPersons(told, { speaker, owner: null, listener: null }));
  return (FIRST_PERSON.test(turned) ? `${speaker}: ${told}` : turned) + beside;
}

/** A thing named nearby is mostly another one; it is shown where few words point to one, and beside a bare figure. */
function matterOf(bare: string, matter: string, isFragment: boolean): string | null {
  if (contentWords(bare).length > MOST_OWN_WORDS) return null;
  if (PERSON.test(bare) && NAME.test(matter)) return capitalise(matter);
  if (
    isFragment &&
    contentWords(bare).length < 2 &&
    !/^(?:no|not)\b/i.test(bare) &&
    DEFINITE.test(matter)
  )
    return matter;
  if (!OBJECT.test(bare) && !SUBJECT.test(bare)) return null;
  if (MENTIONED.test(matter)) return null;
  return wordsOf(matter).length > 1 || /^\p{Lu}/u.test(matter) ? quoteMatter(matter) : null;
}
