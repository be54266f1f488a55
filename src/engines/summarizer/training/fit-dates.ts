// Fits the weights of src/engines/summarizer/weights/date-weights.ts to the meetings that the turns
// model was not trained on, and prints how they do on a tenth left out at a time: node
// src/engines/summarizer/training/fit-dates.ts [--write] A choice among the days named around a
// task, or none of them (conditional logit).
import { writeDay } from '../dates/calendar.ts';
import { chooseDay, figuresOf, sharesOf } from '../dates/choose-date.ts';
import { daysByRule } from '../dates/date-tasks.ts';
import { dayCandidates } from '../dates/date-candidates.ts';
import type { DayCandidate } from '../dates/date-candidates.ts';
import { findItems } from '../find-items.ts';
import { dayCaseMeetings } from './date-case-meetings.ts';
import { countedOften, fitUntilKept } from './fit-until-kept.ts';
import { styles, meetingsKeptFromNetwork } from './annotated-meetings.ts';
import type { AnnotatedMeeting, Style } from './annotated-meetings.ts';
import { readMeeting } from './read-meeting.ts';
import { holdsWords } from '../evaluation/score-summary.ts';
import { writeWeights } from './write-weights.ts';

const FOLDS = 10;
const STEPS = 400;
const STEP_SIZE = 0.5;
const SHRINK = 2;
/** Rules are believed and the model is, until the meetings say otherwise. */
const PRIOR: Weights = {
  fits: 0.3,
  'fits when asked': 0.7,
  'fits, not asked': 0.7,
  'by rule': 2,
  'by rule in its words': 2,
  'by rule elsewhere': 2,
  'none by rule': 1,
};

type Weights = Record<string, number>;

interface Example {
  readonly fold: number;
  readonly candidates: readonly DayCandidate[];
  readonly byRule: string | null;
  readonly wanted: string | null;
}

const meetings = meetingsKeptFromNetwork();
const byStyle = await Promise.all(
  Object.entries(styles).map(async ([name, style]) => ({
    name,
    examples: (
      await Promise.all(meetings.map((meeting, at) => examplesOf(meeting, style, at % FOLDS)))
    ).flat(),
  })),
);
const all = byStyle.flatMap(({ examples }) => examples);
const cases = (
  await Promise.all(dayCaseMeetings().map((one) => examplesOf(one, styles.asSpoken, FOLDS)))
).filter(({ length }) => length > 0);
const guessed = Array.from({ length: FOLDS }, (_, fold) =>
  fit([...all.filter((example) => example.fold !== fold), ...countedOften(cases).flat()]),
);
for (const { name, examples } of byStyle) {
  const right = (test: (example: Example) => boolean): string =>
    `${examples.filter(test).length}/${examples.length}`;
  console.log(
    `${name}: by rule ${right(({ byRule, wanted }) => byRule === wanted)}; left out ${right((example) => chosen(example, guessed[example.fold] ?? {}) === example.wanted)}; among the candidates ${right(({ candidates, wanted }) => candidates.some(({ day }) => written(day) === wanted))}`,
  );
}
const { weights, kept, mostOften } = fitUntilKept(
  cases,
  (counted) => fit([...all, ...counted.flat()]),
  (one, by) => one.every((example) => chosen(example, by) === example.wanted),
);
console.log(`cases: ${kept}/${cases.length}, worth up to ${mostOften}`);
if (process.argv.includes('--write')) writeWeights('date', weights);

async function examplesOf(
  meeting: AnnotatedMeeting,
  style: Style,
  fold: number,
): Promise<Example[]> {
  const { owners, sentences, acts, readings, today } = await readMeeting(meeting, style);
  const around = { sentences, owners, today };
  const ruled = daysByRule(findItems(sentences, acts, readings, owners, today).tasks, around);
  return meeting.actionItems.flatMap(({ holds, dueDate }) => {
    const one = ruled.find(({ task }) => holdsWords(task.text, holds));
    if (one === undefined) return [];
    const candidates = dayCandidates(one, ruled, readings[one.task.at], around);
    return candidates.length === 0
      ? []
      : [{ fold, candidates, byRule: written(one.day), wanted: dueDate }];
  });
}

function written(day: number | null): string | null {
  return day === null ? null : writeDay(day);
}

function chosen({ candidates }: Example, by: Weights): string | null {
  return written(chooseDay(candidates, by)?.day ?? null);
}

function fit(examples: readonly Example[]): Weights {
  const fitted: Weights = { ...PRIOR };
  const squares: Weights = {};
  for (let step = 0; step < STEPS; step += 1) {
    const slope = slopeOf(examples, fitted);
    for (const [sign, up] of Object.entries(slope)) {
      const down = up + SHRINK * ((fitted[sign] ?? 0) - (PRIOR[sign] ?? 0));
      squares[sign] = (squares[sign] ?? 1e-6) * 0.95 + down * down * 0.05;
      fitted[sign] =
        (fitted[sign] ?? 0) -
        ((STEP_SIZE / (10 + step * 0.2)) * down) / Math.sqrt(squares[sign] ?? 1);
    }
  }
  return Object.fromEntries(Object.entries(fitted).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function slopeOf(examples: readonly Example[], by: Weights): Weights {
  const slope: Weights = {};
  for (const { candidates, wanted } of examples) {
    const shares = sharesOf(candidates, by);
    const right = candidates.map(({ day }) => written(day) === wanted);
    const mass = shares.reduce((total, share, at) => total + (right[at] === true ? share : 0), 0);
    if (!right.includes(true)) continue;
    for (const [at, candidate] of candidates.entries()) {
      const error = (shares[at] ?? 0) - (right[at] === true ? (shares[at] ?? 0) / mass : 0);
      for (const sign of candidate.signs) slope[sign] = (slope[sign] ?? 0) + error;
      for (const [figure, value] of figuresOf(candidate))
        slope[figure] = (slope[figure] ?? 0) + error * value;
    }
  }
  return slope;
}
