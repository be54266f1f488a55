import { dayInZone } from '../src/engines/summarizer/dates/calendar.ts';
import type { Day } from '../src/engines/summarizer/dates/calendar.ts';
import { wordsOf } from '../src/engines/summarizer/text/content-words.ts';
import { readTurns } from '../src/engines/summarizer/model/read-turns.ts';
import type { TurnReading } from '../src/engines/summarizer/model/read-turns.ts';
import { findOwners } from '../src/engines/summarizer/tasks/resolve-owner.ts';
import type { OwnerFinder } from '../src/engines/summarizer/tasks/resolve-owner.ts';
import { cutSentences } from '../src/engines/summarizer/text/sentences.ts';
import { readSpeechActs } from '../src/engines/summarizer/text/speech-acts.ts';
import type { SpeechAct } from '../src/engines/summarizer/text/speech-acts.ts';
import type { SpokenSentence } from '../src/engines/summarizer/text/spoken-sentence.ts';
import { inputOf } from '../src/engines/summarizer/training/gold-meetings.ts';
import type { GoldMeeting, Style } from '../src/engines/summarizer/training/gold-meetings.ts';

export interface ReadMeeting {
  readonly owners: OwnerFinder;
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  readonly today: Day | null;
}

/** What the finders of decisions, tasks and days are given of a meeting. */
export async function readMeeting(meeting: GoldMeeting, style?: Style): Promise<ReadMeeting> {
  const { segments, speakers, startedAt, timezone } = inputOf(meeting, meeting.lines, style);
  const owners = findOwners(speakers);
  const sentences = cutSentences(segments, owners.all.flatMap(wordsOf));
  const acts = readSpeechActs(sentences);
  const today = startedAt === null ? null : dayInZone(startedAt, timezone);
  return { owners, sentences, acts, readings: await readTurns(acts, speakers), today };
}
