// Fits the weights of due dates to the meetings that the network was not trained on, since it is
// overconfident about the others:
// node src/engines/summarizer/training/fit-dates.ts [--write]
// The model is a choice between the dates named around a task and none (conditional logit).
import { writeDay } from '../dates/calendar.ts';
import { chooseDate, sharesOf } from '../dates/choose-date.ts';
import { type DateCandidate, type DateFeature, dateCandidates } from '../dates/date-candidates.ts';
import { holdsWords } from '../evaluation/score-summary.ts';
import { findItems } from '../find-items.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import type { Weights } from '../model/weight-of.ts';
import { dateWeights } from '../weights/weights.ts';
import {
  type AnnotatedMeeting,
  meetingsKeptFromNetwork,
  shortTalks,
} from './annotated-meetings.ts';
import { zeros } from './fit-weights.ts';
import { readInStyles } from './read-annotated.ts';
import { writeWeights } from './write-weights.ts';

const FOLDS = 10;
const STEPS = 400;
const STEP_SIZE = 0.5;
const SHRINK = 2;
/** The fit would give less, but every reader trusts the day in the task's own words. */
const EXPLICIT = { 'in its words': 1.5 };
const names = Object.keys(dateWeights) as DateFeature[];
/** Starts from trust in the network and in the task's own words. */
const PRIOR = { ...zeros(dateWeights), fits: 0.7, 'in its words': 0.7 };

type Example = { readonly candidates: readonly DateCandidate[]; readonly wanted: string | null };

const examples = await readInStyles(meetingsKeptFromNetwork(), examplesOf);
const [short = []] = await readInStyles(shortTalks('tasks'), examplesOf);
const byFold = Array.from({ length: FOLDS }, (_, fold) =>
  fit([
    ...examples.flatMap((list) => list.filter((_one, at) => at % FOLDS !== fold).flat()),
    ...short.flat(),
  ]),
);
for (const list of examples) {
  const right = list.flatMap((ofMeeting, at) =>
    ofMeeting.map((example) => chosen(example, byFold[at % FOLDS] ?? PRIOR) === example.wanted),
  );
  console.log(`left out: ${right.filter(Boolean).length}/${right.length}`);
}
if (process.argv.includes('--write'))
  writeWeights('dates', {
    weights: { ...fit([...examples.flat(2), ...short.flat()]), ...EXPLICIT },
  });

async function examplesOf(
  { actionItems }: AnnotatedMeeting,
  reading: MeetingReading,
): Promise<Example[]> {
  const { tasks } = findItems(reading);
  const examples: Example[] = [];
  for (const { holds, dueDate } of actionItems) {
    const task = tasks.find(({ text }) => holdsWords(text, holds));
    if (task !== undefined)
      examples.push({ candidates: await dateCandidates(task, tasks, reading), wanted: dueDate });
  }
  return examples.filter(({ candidates }) => candidates.length > 0);
}

function chosen({ candidates }: Example, by: Weights<DateFeature>): string | null {
  return written(chooseDate(candidates, by)?.day ?? null);
}

function written(day: number | null): string | null {
  return day === null ? null : writeDay(day);
}

function fit(all: readonly Example[]): Weights<DateFeature> {
  const fitted = { ...PRIOR };
  const squares = zeros(dateWeights);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = slopeOf(all, fitted);
    for (const name of names) {
      const down = slope[name] + SHRINK * (fitted[name] - PRIOR[name]);
      squares[name] = squares[name] * 0.95 + down * down * 0.05;
      fitted[name] -= ((STEP_SIZE / (10 + step * 0.2)) * down) / Math.sqrt(squares[name] + 1e-9);
    }
  }
  return fitted;
}

function slopeOf(all: readonly Example[], by: Weights<DateFeature>): Weights<DateFeature> {
  const slope = zeros(dateWeights);
  for (const { candidates, wanted } of all) {
    const shares = sharesOf(candidates, by);
    const isRight = candidates.map(({ day }) => written(day) === wanted);
    if (!isRight.includes(true)) continue;
    const mass = shares.reduce((sum, share, at) => sum + (isRight[at] === true ? share : 0), 0);
    for (const [at, candidate] of candidates.entries()) {
      const share = shares[at] ?? 0;
      const error = share - (isRight[at] === true ? share / mass : 0);
      for (const feature of candidate.features) slope[feature] += error;
      slope.fits += error * candidate.fit;
    }
  }
  return slope;
}
