// Fits the weights of src/engines/summarizer/weights/decision-weights.ts to the meetings that the
// turns model was not trained on, since it is too sure of the others, and prints how they do on a
// tenth left out at a time: node src/engines/summarizer/training/fit-decisions.ts [--write] Every
// fit starts from the weights that stand, and is drawn back to them: there are too few decisions to
// learn all anew.
// Logistic regression; an annotation names words, not a place, so of all candidates that hold them
// the likeliest stands for it.
import { gatherEvidence, heavyEnough, keepBest } from '../decisions/find-decisions.ts';
import type { WeighedCandidate } from '../decisions/find-decisions.ts';
import { decisionCases } from './decision-cases.ts';
import type { DecisionCase } from './decision-cases.ts';
import { weightOf } from '../model/weight-of.ts';
import { decisionWeights } from '../weights/decision-weights.ts';
import { KEPT_BY, countedOften, fitUntilKept } from './fit-until-kept.ts';
import { fitWeights } from './fit-weights.ts';
import type { Labelled } from './fit-weights.ts';
import { styles, meetingsKeptFromNetwork } from './annotated-meetings.ts';
import type { AnnotatedMeeting, Style } from './annotated-meetings.ts';
import { readMeeting } from './read-meeting.ts';
import { f1, holdsWords, sumOf } from '../evaluation/score-summary.ts';
import type { Count } from '../evaluation/score-summary.ts';
import { writeWeights } from './write-weights.ts';

const FOLDS = 10;
const ROUNDS = 4;
const SHRINK = 10;
const BARS = Array.from({ length: 41 }, (_, at) => -2 + at * 0.1);
const ABOUT_EQUAL = 0.01;

interface Example {
  readonly meeting: AnnotatedMeeting;
  readonly entries: readonly WeighedCandidate[];
  /** For each entry the places of the annotations whose words it holds. */
  readonly holds: readonly (readonly number[])[];
}
type Weights = Record<string, number>;

const meetings = meetingsKeptFromNetwork();
const examples = await Promise.all(
  Object.values(styles).map((style) =>
    Promise.all(meetings.map((meeting) => exampleOf(meeting, style))),
  ),
);
const [spoken = [], lower = []] = examples;
const cases = await Promise.all(decisionCases.map((one, at) => exampleOf(asMeeting(one, at))));
const guessed = Array.from({ length: FOLDS }, (_, fold) => {
  const left = (at: number): boolean => at % FOLDS === fold;
  const weights = fit([
    ...examples.flatMap((list) => list.filter((_example, at) => !left(at))),
    ...countedOften(cases),
  ]);
  return { weights, left };
});
const leftOut = (list: readonly Example[], bar: number): Count =>
  sumOf(
    list.map((example, at) =>
      count(example, guessed.find(({ left }) => left(at))?.weights ?? {}, bar),
    ),
  );
const tried = BARS.map((bar) => ({ bar, f1: f1(leftOut(spoken, bar)) + f1(leftOut(lower, bar)) }));
const most = Math.max(...tried.map((one) => one.f1));
// Something wrong is worse than something missing: of bars that do about equally well the highest.
const bar = Number((tried.findLast((one) => one.f1 >= most - ABOUT_EQUAL)?.bar ?? 0).toFixed(1));
const { weights, kept, mostOften } = fitUntilKept(
  cases,
  (counted) => fit([...examples.flat(), ...counted]),
  (one, by) => [bar - KEPT_BY, bar + KEPT_BY].every((near) => isExact(count(one, by, near))),
);
for (const [name, list] of [['as spoken', spoken] as const, ['lower case', lower] as const]) {
  const show = ({ right, shown, wanted }: Count): string =>
    `${right}/${shown} of ${wanted}, F1 ${f1({ right, shown, wanted }).toFixed(3)}`;
  const reach = sumOf(
    list.map((example) => ({
      right: new Set(example.holds.flat()).size,
      shown: 0,
      wanted: example.meeting.decisions.length,
    })),
  );
  console.log(
    `${name}: left out ${show(leftOut(list, bar))}; fitted ${show(sumOf(list.map((example) => count(example, weights, bar))))}; candidates hold ${reach.right}`,
  );
}
console.log(`cases: ${kept}/${cases.length}, worth up to ${mostOften}`);
console.log(`bar ${bar}, ${Object.keys(weights).length} weights`);
if (process.argv.includes('--write')) writeWeights('decision', weights, bar);

function asMeeting({ lines, decision }: DecisionCase, at: number): AnnotatedMeeting {
  const decisions = decision === null ? [] : [{ holds: decision.replace(/\(.*/, '') }];
  return {
    name: `case ${at}`,
    title: '',
    startedAt: '2026-01-05T10:00:00Z',
    timezone: 'UTC',
    languageCode: 'en',
    lines: [...lines],
    decisions,
    actionItems: [],
  };
}

async function exampleOf(meeting: AnnotatedMeeting, style?: Style): Promise<Example> {
  const { acts, readings } = await readMeeting(meeting, style);
  const entries = gatherEvidence(acts, readings);
  const holds = entries.map(({ candidate }) =>
    meeting.decisions.flatMap((decision, at) =>
      holdsWords(candidate.wording().text, decision.holds) ? [at] : [],
    ),
  );
  return { meeting, entries, holds };
}

function fit(list: readonly Example[]): Weights {
  let weights: Weights = decisionWeights;
  for (let round = 0; round < ROUNDS; round += 1)
    weights = fitWeights(
      list.flatMap((example) => label(example, weights)),
      decisionWeights,
      SHRINK,
    );
  return weights;
}

/** The likeliest holder of each annotation is an example for, other holders are left aside, the rest is against. */
function label({ entries, holds, meeting }: Example, weights: Weights): Labelled[] {
  const chosen = new Set<number>();
  for (const at of meeting.decisions.keys()) {
    const holders = holds.flatMap((list, entry) => (list.includes(at) ? [entry] : []));
    const ranked = holders.toSorted(
      (a, b) =>
        weightOf(entries[b]?.evidence ?? [], weights) -
        weightOf(entries[a]?.evidence ?? [], weights),
    );
    for (const entry of ranked.slice(0, 1)) chosen.add(entry);
  }
  return entries.flatMap(({ evidence }, at): Labelled[] => {
    const held = (holds[at]?.length ?? 0) > 0;
    if (!held) return [{ signs: evidence, holds: false }];
    return chosen.has(at) ? [{ signs: evidence, holds: true }] : [];
  });
}

function isExact({ right, shown, wanted }: Count): boolean {
  return right === wanted && shown === wanted;
}

function count({ entries, holds, meeting }: Example, weights: Weights, bar: number): Count {
  const weighed = entries.map((entry, at) => ({
    ...entry,
    at,
    weight: weightOf(entry.evidence, weights),
  }));
  const shown = keepBest(heavyEnough(weighed, bar));
  const right = new Set<number>();
  for (const { at } of shown) {
    const free = holds[at]?.find((gold) => !right.has(gold));
    if (free !== undefined) right.add(free);
  }
  return { right: right.size, shown: shown.length, wanted: meeting.decisions.length };
}
