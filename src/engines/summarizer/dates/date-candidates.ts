import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { FEW_SENTENCES } from '../model/read-turns.ts';
import { when } from '../model/weight-of.ts';
import { pattern } from '../text/pattern.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { dateWeights } from '../weights/weights.ts';
import type { Day } from './calendar.ts';
import { FIGURES } from './date-rules.ts';
import { allDueDates, ownDueDates } from './resolve-due-date.ts';

export type DateFeature = keyof typeof dateWeights;

/** A date that is named around a task, or none. */
export type DateCandidate = {
  readonly day: Day | null;
  readonly segmentRefs: readonly string[];
  readonly features: readonly DateFeature[];
  /** How well the network thinks its sentence fits (log odds). */
  readonly fit: number;
};

const SHORT_WORDS = 6;
const REACH_SENTENCES = 14;
/** `I have a dentist appointment on Monday` tells when somebody is away, not when a task is due. */
const PRIVATE = pattern('iu')`
  ^(?!.*\b(?:so|by|before|can|i'll)\b)(?:i|we|he|she|my \p{L}+)(?:'(?:m|re|s|ve))?
  (?: [\p{L}']+){0,5}? (?:dentist|doctor|appointment|funeral|wedding|holidays?|vacation|leave|
  days? off|married)\b|^(?!.*\b(?:so|by|before|i'll)\b)(?:i|we|he|she)(?:'m|'re|'s) (?:off|away)\b`;

/** Empty if no date is named around the task; otherwise `no date` is always among them. */
export async function dateCandidates(
  task: FoundTask,
  all: readonly FoundTask[],
  meeting: MeetingReading,
): Promise<DateCandidate[]> {
  const { sentences, today } = meeting;
  // `by 5/6` is a day that no other sentence gives.
  if (task.dueDay === null && FIGURES.test(sentences[task.at]?.text ?? '')) return [];
  const near = sentences
    .slice(Math.max(0, task.at - REACH_SENTENCES), task.at + REACH_SENTENCES)
    .flatMap((sentence) => {
      const isOwn = sentence.index === task.at;
      if (!isOwn && PRIVATE.test(sentence.text)) return [];
      const datesIn = isOwn ? ownDueDates : allDueDates;
      return datesIn(sentence.text, today).map(({ day }) => ({ sentence, day }));
    });
  if (near.length === 0) return [];
  const { days, undated } = await meeting.askAbout(task.at);
  const others = all.filter((other) => other !== task);
  const isTold = task.dueDay !== null;
  const found = near.flatMap(({ sentence, day }): DateCandidate[] => {
    const { index, segmentRefs } = sentence;
    const isOther = others.some(
      ({ at, ownerDisplayName: owner }) =>
        at === index &&
        at !== task.at &&
        (isTold || ![null, task.ownerDisplayName].includes(owner)),
    );
    const fit = isOther ? undefined : days.find(({ at }) => at === index)?.score;
    const features = [
      ...featuresOfPlace(task, sentence, others, meeting),
      ...when(isTold && day === task.dueDay, 'in its words'),
    ];
    return fit === undefined ? [] : [{ day, segmentRefs, features, fit }];
  });
  const features: DateFeature[] = [
    'none',
    ...when(isTold, 'none against its words'),
    ...when(sentences.length < FEW_SENTENCES, 'none in few sentences'),
  ];
  return [{ day: null, segmentRefs: [], features, fit: undated }, ...found];
}

/** Where the sentence that names it is, relative to the task's own. */
function featuresOfPlace(
  task: FoundTask,
  sentence: SpokenSentence,
  others: readonly FoundTask[],
  { sentences, owners }: MeetingReading,
): DateFeature[] {
  const own = sentences[task.at] ?? sentence;
  const distance = Math.abs(sentence.index - own.index);
  const isSame = distance === 0;
  const turns = Math.abs(sentence.turn - own.turn);
  const side = sentence.index < own.index ? 'before' : 'after';
  const isOwner = owners.ofSpeaker(sentence.speakerRef) === task.ownerDisplayName;
  const place: DateFeature =
    turns > 0
      ? `${side} by ${turns === 1 ? 1 : turns === 2 ? 2 : 3} turns`
      : `${side} in turn, ${distance === 1 ? 'next' : 'further'}`;
  return [
    isSame ? 'own sentence' : place,
    ...when(!isSame, `${turns === 0 ? 'in turn' : side} by ${isOwner ? 'owner' : 'another'}`),
    ...when(!isSame && others.some(({ at }) => at === sentence.index), 'of another task'),
    ...when(sentence.words.length <= SHORT_WORDS, 'short'),
  ];
}
