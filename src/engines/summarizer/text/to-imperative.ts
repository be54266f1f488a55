// A task without the words around it: `I'd rather go up myself` becomes `Go up myself`. English.
import { capitalize } from './clean-speech.ts';
import { isContentWord, wordsOf } from './content-words.ts';
import { pattern } from './pattern.ts';
import { basesOf, isPlainVerb } from './plain-verbs.ts';

const MIN_WORDS = 2;
const MAX_OPENINGS = 3;
/** Words before a clause that add nothing to it. */
export const OPENING = pattern('i')`
  ^(?:(?:and|but|so|because|cause|since|then|well|yes|no|okay|oh|please|just|maybe|i think|
  i guess|i mean),?\s+)+`;
/** `As soon as I have the numbers, I'll send the forecast` */
const TIME_FIRST = pattern('i')`
  ^(?:as soon as|once|when|after|before|by|on|tomorrow|today|tonight|this|next|
  (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b[^.?!;]{0,60}?,?\s+
  (?=(?:i'll|i will|i'm going to|can you|could you)\b)`;
const ADVERBS = '(?: also| just| then| please| maybe| really| still)*';
const BARE_VERBS =
  'write|send|take|bring|call|ask|do|make|check|get|put|book|order|ring|email|talk|fix|tell|give|draft|buy|print';
const COMMON_VERBS = new Set(BARE_VERBS.split('|'));
const DUTY = pattern('i')`
  ^(?:i'll|i will|i shall|i'm (?:gonna|going to)|i am going to|let me|i can|i could|(?:should|
  shall) i|i'd (?:rather|better|have to|like to|be (?:happy|glad) to)|
  i would (?:rather|like to)|(?:can|could|may|might) i ask you to|
  (?:can|could|will|would) (?:you(?! mind\b)|someone|somebody|anyone|anybody)|
  (?:i|we|you)(?:'ll| will)?${ADVERBS} (?:need|have) to|(?:i|we|you)'ve got to|
  (?:i|we|you) (?:should|must|could|can|will)|(?:we|you)'ll|
  i (?:need|want|would like|'d like) you to|(?:somebody|someone)(?:'s| has)? (?:got to|needs to|
  has to|should|must|could)|(?:i|you)(?= (?:${BARE_VERBS})\b))${ADVERBS}\s+`;
/** `Would you mind sending it?` */
const FAVOR = /^would you mind (\p{L}+ing)\b/iu;
/** `Bob will order the cables` */
const WILL = /^(\p{L}+) (?:will|should|must|can|is (?:going|supposed) to|needs to|has to) /iu;
/** Words that no verb follows. */
const NO_VERB = pattern('iu')`
  ^(?:be|not|never|to|the|an?|my|our|your|his|her|their|this|that|these|those|it|i|we|you|he|she|
  they|there|in|on|at|by|from|of|for|with|\p{L}+n't|\p{L}+(?:'s|'ve|'m|'re)|done|all|both)\b`;
const TAG = pattern('i')`
  ,? (?:okay|ok|please|then|right|as well|too|if (?:that's|it's) (?:okay|ok|fine)|
  if you (?:want|like))$`;
const REMARK = pattern('i')`
  ,\s+(?:i(?:'ve|'m|'ll have (?:it|that|them))?|(?:he|she|it)(?:'s)?|they(?:'re)?|
  (?:we|you)(?:'ve)?|that's|there's)\s.*$`;
const CALL = pattern('iu')`
  ^(?<call>(?<opening>(?!alternatively)(?:(?:mrs?|ms|dr)\.? )?[\p{L}']+(?: \p{L}\.?(?=,))?)
  (?<mark>,?\s+(?:you\s+(?!(?:can|could|will|would|should|must|need|have)\b))?))(?=\p{L})`;
const REASON = /,?\s+(?:because|cause|cos|since|so that|as we|which means|though|although)\s.*$/i;

/** The words of a task without those for who promises, wants or is asked for it; `names` in lower case. */
export function toImperative(text: string, names: ReadonlySet<string>): string {
  const [will = '', name = ''] = WILL.exec(text) ?? [];
  let task = names.has(name.toLowerCase()) ? text.slice(will.length) : withoutCall(text, names);
  for (let cut = 0; cut < MAX_OPENINGS; cut += 1) {
    task = task.replace(OPENING, '').replace(TIME_FIRST, '').replace(FAVOR, verbOf);
    const rest = task.replace(DUTY, '');
    if (!NO_VERB.test(rest)) task = rest;
  }
  for (const end of [REASON, REMARK, TAG]) {
    const short = task.replace(end, '');
    if (wordsOf(short).length > MIN_WORDS) task = short;
  }
  return wordsOf(task).length < MIN_WORDS ? text : capitalize(task);
}

/** `send` for `would you mind sending`; a verb that is in no list stays as it is. */
function verbOf(_favor: string, verb: string): string {
  const known = (base: string): boolean => isPlainVerb(base) || COMMON_VERBS.has(base);
  return basesOf(verb.toLowerCase()).find(known) ?? verb;
}

/** `Maria, you take the keys` and `Take the keys, Maria` without the name of the person addressed. */
export function withoutCall(text: string, names: ReadonlySet<string>): string {
  const { call = '', opening = '', mark = '' } = CALL.exec(text)?.groups ?? {};
  const [last = '', closing = ''] = /,\s+((?:(?:mrs?|ms|dr)\.? )?[\p{L}']+)$/iu.exec(text) ?? [];
  const isCalled = (name: string): boolean => wordsOf(name).some((word) => names.has(word));
  const rest = text.slice(call.length);
  const isAsked = DUTY.test(rest) || FAVOR.test(rest);
  // The recognizer may misspell a name; `tomorrow` is none.
  const mayBeName = wordsOf(opening).every((word) => isContentWord(word));
  const isCall = isCalled(opening)
    ? isAsked || /,|you/.test(mark)
    : isAsked && mayBeName && mark.includes(',');
  return text.slice(
    isCall ? call.length : 0,
    isCalled(closing) ? text.length - last.length : text.length,
  );
}
