import { contentWords, isContentWord, wordsOf } from '../text/content-words.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { hasVerb } from '../text/tell-sentence.ts';
import { pattern } from '../text/pattern.ts';
import { DESCRIBES } from './phrase-runs.ts';

const REACH_SENTENCES = 4;
const ASKED_ABOUT = pattern('iu')`
  \b(?:(?:about|on to|then,?|and|(?:first|second|third|next|last)(?: item| thing)?,?(?: is)?) (?:the|our|my|
  this|that|an?)|(?:today|now) (?:we|let's) (?:look at|talk about|
  discuss)) (?<topic>(?:[\p{L}\p{N}'-]+ ?){1,3})(?=[,.?!]|$)`;
const NO_TOPIC = '(?!(?:for|in|at|on|with|of|from|to|same|not|no|about|by)\\b)';
const INTRODUCED = pattern('iu')`
  ^${NO_TOPIC}(?:(?:and|the next item|next|first|second|third|last|now|so),?:? )*(?<topic>(?:the |
  our )?[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,2})[.:,]?$`;
const NO_THING =
  /(?:teenth|tieth|day|time)s?$|^(?:weekend|week|month|year|evening|thing|end|rest)s?$/;
const ORDINAL = /\b(?:next|second|third|first|item|now)\b/;

/** The content words of the topic that a sentence opens: `What about the crane?`, `Second item, the balconies.` */
export function openedTopic(acts: readonly SpeechAct[], at: number): readonly string[] {
  const act = acts[at];
  if (act === undefined) return [];
  const asked = ASKED_ABOUT.exec(act.sentence.text)?.groups?.['topic'] ?? '';
  if (namesThing(asked)) return contentWords(asked);
  const topic = INTRODUCED.exec(act.sentence.text)?.groups?.['topic'] ?? '';
  if (hasVerb(act.sentence.text)) return [];
  const words = contentWords(topic);
  if (/^(?:the|our)\b/i.test(topic) || ORDINAL.test(act.sentence.lead)) return words;
  const later = new Set(acts.slice(at + 1, at + REACH_SENTENCES).flatMap((other) => other.words));
  return words.every((word) => later.has(word)) ? words : [];
}

/** `second oven`, not `two is`. */
function namesThing(text: string): boolean {
  const words = wordsOf(text);
  if (NO_THING.test(words.at(-1) ?? '')) return false;
  return (
    contentWords(text).length > 0 &&
    words.every((word) => isContentWord(word) || DESCRIBES.test(word))
  );
}
