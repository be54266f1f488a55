import type { SummaryInput } from '../../core/ports.ts';
import { type Day, dayInZone } from './dates/calendar.ts';
import { type TurnReading, readTurns } from './model/read-turns.ts';
import { type OwnerFinder, findOwners } from './tasks/resolve-owner.ts';
import { wordsOf } from './text/content-words.ts';
import { primarySubtag } from './text/function-words.ts';
import { cutSentences } from './text/sentences.ts';
import { type SpeechAct, readSpeechActs } from './text/speech-acts.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';

/** A meeting as the finders of decisions, tasks and dates see it. */
export type MeetingReading = {
  readonly sentences: readonly SpokenSentence[];
  /** One for each sentence; none where the meeting is not in English. */
  readonly acts: readonly SpeechAct[];
  /** What the network makes of each sentence; null for what it did not read. */
  readonly readings: readonly (TurnReading | null)[];
  readonly owners: OwnerFinder;
  /** Null when the start of the meeting is unknown. */
  readonly today: Day | null;
};

export async function readMeeting(
  { segments, speakers, startedAt, timezone }: SummaryInput,
  language: string | null,
): Promise<MeetingReading> {
  const owners = findOwners(speakers);
  const sentences = cutSentences(segments, owners.all.flatMap(wordsOf));
  const acts = primarySubtag(language) === 'en' ? readSpeechActs(sentences) : [];
  const readings = await readTurns(acts, speakers);
  const today = startedAt === null ? null : dayInZone(startedAt, timezone);
  return { sentences, acts, readings, owners, today };
}
