import { dayInZone } from '../dates/calendar.ts';
import type { Day } from '../dates/calendar.ts';
import { wordsOf } from '../text/content-words.ts';
import { readTurns } from '../model/read-turns.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { findOwners } from '../tasks/resolve-owner.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import { cutSentences } from '../text/sentences.ts';
import { readSpeechActs } from '../text/speech-acts.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { inputOf } from './annotated-meetings.ts';
import type { AnnotatedMeeting, Style } from './annotated-meetings.ts';

export interface ReadMeeting {
  readonly owners: OwnerFinder;
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  readonly today: Day | null;
}

/** What the finders of decisions, tasks and days are given of a meeting. */
export async function readMeeting(meeting: AnnotatedMeeting, style?: Style): Promise<ReadMeeting> {
  const { segments, speakers, startedAt, timezone } = inputOf(meeting, meeting.lines, style);
  const owners = findOwners(speakers);
  const sentences = cutSentences(segments, owners.all.flatMap(wordsOf));
  const acts = readSpeechActs(sentences);
  const today = startedAt === null ? null : dayInZone(startedAt, timezone);
  return { owners, sentences, acts, readings: await readTurns(acts, speakers), today };
}
