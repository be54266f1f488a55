import { dayInZone } from '../src/adapters/extractive/calendar.ts';
import type { Day } from '../src/adapters/extractive/calendar.ts';
import { wordsOf } from '../src/adapters/extractive/content-words.ts';
import { readTurns } from '../src/adapters/extractive/read-turns.ts';
import type { TurnReading } from '../src/adapters/extractive/read-turns.ts';
import { findOwners } from '../src/adapters/extractive/resolve-owner.ts';
import type { OwnerFinder } from '../src/adapters/extractive/resolve-owner.ts';
import { cutSentences } from '../src/adapters/extractive/sentences.ts';
import { readSpeechActs } from '../src/adapters/extractive/speech-acts.ts';
import type { SpeechAct } from '../src/adapters/extractive/speech-acts.ts';
import type { SpokenSentence } from '../src/adapters/extractive/spoken-sentence.ts';
import { inputOf } from './gold-meetings.ts';
import type { GoldMeeting, Style } from './gold-meetings.ts';

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
