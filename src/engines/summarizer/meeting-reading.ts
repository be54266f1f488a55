import type { SummaryInput } from '../../core/ports.ts';
import { type Day, dayInZone } from './dates/calendar.ts';
import { type LongTalkWeights, weighLongTalk } from './long-talk/weigh-long-talk.ts';
import { type TurnReadings, readTurns } from './model/read-turns.ts';
import { type OwnerFinder, findOwners } from './tasks/owner-names.ts';
import { isContentWord } from './text/content-words.ts';
import { isEnglish } from './text/function-words.ts';
import { cutSentences } from './text/sentences.ts';
import { type SpeechAct, readSpeechAct } from './text/speech-acts.ts';
import type { SpokenSentence } from './text/spoken-sentence.ts';
import { brokenWords, tellSentence } from './text/tell-sentence.ts';

/** A meeting as the finders of decisions, tasks and dates see it. */
export type MeetingReading = TurnReadings & {
  readonly sentences: readonly SpokenSentence[];
  /** Each sentence as a summary can show it; null if a reader who was not there could not understand it. */
  readonly told: readonly (string | null)[];
  readonly language: string | null;
  /** One for each sentence; empty if the meeting is not in English. */
  readonly acts: readonly SpeechAct[];
  readonly owners: OwnerFinder;
  /** Null for a shorter or entirely brisk talk. */
  readonly longTalk: LongTalkWeights | null;
  /** The day of the meeting; null if its start is unknown. */
  readonly today: Day | null;
};

export async function readMeeting(
  { segments, speakers, startedAt, timezone }: SummaryInput,
  language: string | null,
): Promise<MeetingReading> {
  const owners = findOwners(speakers);
  const sentences = cutSentences(segments, owners.words);
  const names = namePartsOf(owners);
  const said = sentences.flatMap(({ words }) => words);
  const broken = brokenWords(said.filter((word) => !names.has(word)));
  const told = sentences.map(({ text }) =>
    isEnglish(language) ? tellSentence(text, broken) : text,
  );
  const acts = isEnglish(language) ? sentences.map(readSpeechAct) : [];
  const { readings, askAbout } = await readTurns(acts, speakers);
  const today = startedAt === null ? null : dayInZone(startedAt, timezone);
  const longTalk = weighLongTalk({ sentences, told, acts, readings, names });
  return { sentences, told, language, acts, readings, askAbout, owners, longTalk, today };
}

/** The words of all display names that are not grammar, in lower case. */
export function namePartsOf(owners: OwnerFinder): Set<string> {
  return new Set([...owners.words].filter((word) => isContentWord(word)));
}
