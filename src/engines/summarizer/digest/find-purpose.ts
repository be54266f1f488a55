// Why they met, in the words of whoever opened the meeting. English.
import type { MeetingReading } from '../meeting-reading.ts';
import { wordsOf } from '../text/content-words.ts';
import { withoutFalseStarts } from '../wording/without-false-starts.ts';
import { thirdPerson } from '../wording/report-speech.ts';

const MAX_SENTENCES = 60;
const MAX_WORDS = 16;
const TO_DO = new RegExp(
  [
    "\\b(?:we're (?:here|gonna|going)|we are (?:here|going)|we(?:'ll| will)? (?:have|need)|",
    "i (?:want|wanted|would like)|i'd like|(?:aim|goal|purpose|idea|plan|point|main thing|",
    "agenda)\\b[^.,]{0,30}\\bis|(?:this|the|today's) (?:meeting|",
    'call) is) (?:us )?(?:today )?to (?<rest>(?:discuss|talk about|decide|agree|go over|',
    'go through|look at|plan|design|create|make a new|develop|build|review|figure out|choose|',
    'prepare)\\b[^.?!;]{4,100})',
  ].join(''),
  'i',
);
const ABOUT = new RegExp(
  [
    '\\b(?:meeting|today|call|it)\\b[^.,]{0,20}\\b(?:will be|is|was|going to be) (?:all |',
    'mainly )?about (?<rest>[^.?!;]{4,100})',
  ].join(''),
  'i',
);
const KIND = new RegExp(
  [
    '\\b(?:this is|today is|welcome to|start with) (?:the|our|this) (?<rest>(?!last|',
    'previous)(?:[\\p{L}-]+ ){0,3}(?:meeting|review|call|stand-?up))\\b',
  ].join(''),
  'iu',
);
const CUT = new RegExp(
  [
    ',?\\s+(?:and then|and so|and we|and i|so|because|but|which|if|as we|that means|today|',
    'right now|now|okay|yeah)\\b.*$|,.*$',
  ].join(''),
  'i',
);
const PERSON = /\b(?:i|i'm|i'll|i've|me|my|you|you're|your|it|that|this|them|these|those)\b/i;
const LOOSE_END =
  /\b(?:the|a|an|of|to|for|and|or|with|in|on|at|by|our|their|some|is|are|be|what|how|about)$/i;

const PATTERNS = [
  [TO_DO, 'opened the meeting to'],
  [ABOUT, 'opened the meeting about'],
  [KIND, 'opened the'],
] as const;

/** A sentence; empty where nobody says it. */
export function findPurpose({ sentences, owners }: MeetingReading): string {
  const opening = sentences.slice(0, MAX_SENTENCES).filter(({ isQuestion }) => !isQuestion);
  for (const [pattern, opened] of PATTERNS) {
    for (const { text, speakerRef } of opening) {
      const name = owners.ofSpeaker(speakerRef);
      const purpose = name === null ? null : purposeIn(withoutFalseStarts(text), pattern);
      if (purpose !== null) return `${name} ${opened} ${purpose}.`;
    }
  }
  return '';
}

function purposeIn(text: string, pattern: RegExp): string | null {
  const rest = pattern.exec(text)?.groups?.['rest']?.replace(CUT, '').trim() ?? '';
  const words = wordsOf(rest).length;
  if (words < 2 || words > MAX_WORDS || PERSON.test(rest) || LOOSE_END.test(rest)) return null;
  return thirdPerson(rest);
}
