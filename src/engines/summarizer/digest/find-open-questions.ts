// What somebody says is not settled yet. English.
import type { MeetingReading } from '../meeting-reading.ts';
import type { Statement } from './choose-key-points.ts';
import { reportSpeech } from '../wording/report-speech.ts';

const OPEN = new RegExp(
  [
    '\\b(?:still (?:open|unclear|undecided)|(?:still )?(?:have|need) to (?:decide|figure out|',
    'find out|work out|agree on)|not (?:yet |really )?(?:decided|clear|sure) (?:yet )?(?:whether|',
    'if|about|what|how|which)|(?:question|issue) is (?:whether|if|how|what|which|who)|(?:open|',
    'unresolved) (?:question|issue))\\b',
  ].join(''),
  'i',
);
/** What is open at the start is settled by the end. */
const FROM = 0.4;
const MIN_QUALITY = 0.6;
const MAX_QUESTIONS = 3;

export function findOpenQuestions(
  statements: readonly Statement[],
  { sentences, owners }: MeetingReading,
): string[] {
  return statements
    .flatMap(({ sentence, text, quality }) => {
      const name = owners.ofSpeaker(sentence.speakerRef);
      const isLate = sentence.index >= sentences.length * FROM;
      if (!isLate || quality < MIN_QUALITY || name === null || !OPEN.test(text)) return [];
      return reportSpeech(text, name, sentences) ?? [];
    })
    .slice(-MAX_QUESTIONS);
}
