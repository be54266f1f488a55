// The days that are named around a task, with what speaks for and against each as its due date. English.
import type { Day } from './calendar.ts';
import { dayPointedTo } from './referenced-date.ts';
import { signsOfDay, signsOfPlace, signsOfWords } from './date-features.ts';
import type { DatedTask } from '../found-item.ts';
import type { OwnerFinder } from '../tasks/resolve-owner.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { allDueDates } from './resolve-due-date.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

/** A day, or none, and the signs that `day-weights.ts` weighs. */
export interface DayCandidate {
  readonly day: Day | null;
  readonly segmentRefs: readonly string[];
  readonly signs: readonly string[];
  /** How well its sentence fits by the turns model's judgement (logit), and when it is asked about this task alone. */
  readonly fit: number;
  readonly asked: number | null;
}

/** Too far away to be read with the task (logit). */
const FAR = -4;

interface Around {
  readonly sentences: readonly SpokenSentence[];
  readonly owners: OwnerFinder;
  readonly today: Day | null;
}

/** None where nothing was read; otherwise `no day` is always among them. */
export function dayCandidates(
  dated: DatedTask,
  all: readonly DatedTask[],
  reading: TurnReading | null | undefined,
  around: Around,
): DayCandidate[] {
  const own = around.sentences[dated.task.at];
  if (own === undefined || reading === null || reading === undefined) return [];
  const { asked } = reading;
  const others = all.filter(({ task }) => task !== dated.task);
  const none = {
    day: null,
    segmentRefs: [],
    signs: ['none', dated.day === null ? 'none by rule' : 'none against a rule'],
    fit: reading.undated,
    asked: asked?.undated ?? null,
  };
  const found = reading.days.flatMap(({ at, score }) => {
    const sentence = around.sentences[at];
    const named = sentence === undefined ? [] : daysNamed(sentence, around);
    if (sentence === undefined || named.length === 0) return [];
    const place = signsOfPlace(dated.task, own, sentence, others, around.owners);
    return named.map(({ day, segmentRefs, signs }) => ({
      day,
      segmentRefs,
      signs: [...place, ...signs, ...signsOfDay(day, sentence, dated, others)],
      fit: score,
      asked: asked === null ? null : (asked.days.find((one) => one.at === at)?.score ?? FAR),
    }));
  });
  const known = found.some(({ day }) => day === dated.day) || dated.day === null;
  if (known) return [none, ...found];
  const best = {
    fit: Math.max(none.fit, ...found.map(({ fit }) => fit)),
    asked: asked === null ? null : Math.max(asked.undated, ...found.map((one) => one.asked ?? FAR)),
  };
  return [
    none,
    { day: dated.day, segmentRefs: [], signs: ['by rule elsewhere'], ...best },
    ...found,
  ];
}

function daysNamed(
  sentence: SpokenSentence,
  { sentences, today }: Around,
): Omit<DayCandidate, 'fit' | 'asked'>[] {
  const named = allDueDates(sentence.text, today);
  if (named.length > 0)
    return named.map((due, at) => ({
      day: due.day,
      segmentRefs: sentence.segmentRefs,
      signs: signsOfWords(sentence.text, named, at, today),
    }));
  const pointed = dayPointedTo(sentence, sentences, today);
  if (pointed === null) return [];
  return [
    {
      day: pointed.day,
      segmentRefs: [...pointed.segmentRefs, ...sentence.segmentRefs],
      signs: ['pointed to'],
    },
  ];
}
