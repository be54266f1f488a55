// The deed in words that tell more around it: `I'd rather go up myself` is `Go up myself`. English.
import { WHO_DOES } from '../tasks/assignment-words.ts';
import { capitalise } from './clean-speech.ts';
import { wordsOf } from './content-words.ts';
import { baseForm } from '../tasks/find-assignments.ts';

const LEAST_WORDS = 2;
const OPENING =
  /^(?:(?:yes|yeah|okay|ok|so|well|and|but|please|just|then|now|oh|right|sure|fine|no),?\s+)+/i;
const DUTY =
  /^(?:(?:can|could|may|might) i (?:just )?ask you to|(?:can|could|would|will) you(?: please)?|what (?:i|we|you) (?:(?:still )?(?:have|need) to|should|must) do is|(?:i|we|you)(?:'ll| will)? (?:still |also |just )*(?:need|have) to|(?:i|we|you)'ve got to|(?:i|we|you) (?:should|must|could|can|will)|(?:i|we|you)'ll|i'd (?:rather|better|have to|like to)|i would (?:rather|like to)|i'm (?:gonna|going to)|let me|(?:somebody|someone)(?:'s| has)? (?:got to|needs to|has to|should|must|could)|(?:somebody|someone)(?= (?:ask|call|ring|tell|write|send|bring|book|check)\b)|i(?= (?:write|send|take|bring|call|ask|do|make|check|get|put|book|order|ring|email|mail|talk|speak|fix|prepare|tell|give|go|message|draft|collect|buy|print|phone)\b))(?: also| just| then| please| maybe)*\s+/i;
/** No deed follows these. */
const NO_DEED =
  /^(?:be|not|never|to|the|an?|my|our|your|his|her|their|this|that|these|those|it|i|we|you|he|she|they|there|in|on|at|by|from|of|for|with|\p{L}+n't|\p{L}+(?:'s|'ve|'m|'re)|(?:un)?done|all|both)\b/iu;
const NEED =
  /^(?:i'd|i would|we'd|we would|i|we|you)(?: really| still| also| all)* (?:want|like|need) (?=(?:an?|the|some|two|three|four|another|more)\s)/i;
const TAG =
  /,? (?:can't you|won't you|will you|would you|could you|can you|okay|ok|please|then|right|you see)$/i;
const REMARK =
  /,\s+(?:i've|i have|i'm|i am|he's|she's|he is|she is|they're|they are|we've|we have|it's|it is|that's|you've|there's)\s.*$/i;
/** `Ask the aunt she came last time` */
const SAYS_WHY =
  /(?<!\b(?:that|if|whether|what|how|when|where|who|why|which|because|and|or|but|as|since|so|know|says?|think|sure|hope|tell|told|them|him|her|thing|way|day|time|until|before|after|once)) (?:she|he|they) (?:came|was|were|is|are|has|had|said|did|knows?|does|always|never)\b.*$/i;
/** `A room the staff room is being painted`: the next clause of one who sets no stops. */
const NEXT_CLAUSE =
  /^((?:an?|the|some|another) .+?)\s+(?:the|our|my|his|her|their)\s+(?:\p{L}+\s+){1,3}(?:is|are|was|were|has|have)\s.*$/iu;

/**
 * The words of a task without who says, wants or is asked for it; as they are where nothing is
 * left. `names` in lower case.
 */
export function asDeed(text: string, names: ReadonlySet<string>): string {
  let deed = withoutCall(text, names);
  for (let cut = 0; cut < 2; cut += 1) {
    deed = deed.replace(OPENING, '');
    const rest = deed.replace(DUTY, '');
    if (!NO_DEED.test(rest)) deed = rest;
  }
  deed = deed.replace(
    WHO_DOES,
    (_asked, verb: string, rest: string) => `${baseForm(verb)} ${rest}`,
  );
  deed = deed.replace(NEED, '').replace(TAG, '').replace(NEXT_CLAUSE, '$1');
  const short = deed.replace(REMARK, '').replace(SAYS_WHY, '');
  if (wordsOf(short).length > LEAST_WORDS) deed = short;
  return wordsOf(deed).length < LEAST_WORDS ? text : capitalise(deed);
}

/** `Maria, take the keys` and `Take the keys, Maria` without the name that is called. */
function withoutCall(text: string, names: ReadonlySet<string>): string {
  const [first = '', opening = ''] =
    /^((?:(?:mrs?|ms|dr)\.? )?\p{L}+),\s+(?=\p{L}+ )/iu.exec(text) ?? [];
  const [last = '', closing = ''] = /,\s+((?:(?:mrs?|ms|dr)\.? )?\p{L}+)$/iu.exec(text) ?? [];
  const isCalled = (call: string): boolean => wordsOf(call).some((word) => names.has(word));
  const start = isCalled(opening) ? first.length : 0;
  return text.slice(start, isCalled(closing) ? text.length - last.length : text.length);
}
