import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Day } from './calendar.ts';
import {
  type DateFeature,
  featuresOfDay,
  featuresOfPlace,
  featuresOfWords,
} from './date-features.ts';
import { allDueDates } from './resolve-due-date.ts';

/** A date that is named around a task, or none. */
export type DateCandidate = {
  readonly day: Day | null;
  readonly segmentRefs: readonly string[];
  readonly features: readonly DateFeature[];
  /** How well the network thinks its sentence fits (log odds); `asked`: when it reads for this task alone. */
  readonly fit: number;
  readonly asked: number | null;
};

/** Log odds of a sentence that is too far away to be read with the task. */
const FAR = -4;

/** Empty if the network did not read the task; otherwise `no date` is always among them. */
export function dateCandidates(
  task: FoundTask,
  all: readonly FoundTask[],
  meeting: MeetingReading,
): DateCandidate[] {
  const reading = meeting.readings[task.at];
  if (!reading) return [];
  const { asked } = reading;
  const others = all.filter((other) => other !== task);
  const none: DateCandidate = {
    day: null,
    segmentRefs: [],
    features: ['none', ...(task.dueDay === null ? [] : ['none against its words' as const])],
    fit: reading.undated,
    asked: asked?.undated ?? null,
  };
  const found = reading.days.flatMap(({ at, score }) => {
    const sentence = meeting.sentences[at];
    if (sentence === undefined) return [];
    return datesIn(sentence, meeting).map(({ day, segmentRefs, features }) => ({
      day,
      segmentRefs,
      features: [
        ...featuresOfPlace(task, sentence, others, meeting),
        ...features,
        ...featuresOfDay(day, sentence, task, others),
      ],
      fit: score,
      asked: asked === null ? null : (asked.days.find((one) => one.at === at)?.score ?? FAR),
    }));
  });
  return [none, ...found];
}

type NamedDate = {
  readonly day: Day;
  readonly segmentRefs: readonly string[];
  readonly features: readonly DateFeature[];
};

function datesIn(sentence: SpokenSentence, { today }: MeetingReading): NamedDate[] {
  const named = allDueDates(sentence.text, today);
  return named.map(({ day }, at) => ({
    day,
    segmentRefs: sentence.segmentRefs,
    features: featuresOfWords(sentence.text, named, at, today),
  }));
}
