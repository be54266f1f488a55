// Fits the weights of src/engines/summarizer/weights/task-weights.ts to the meetings that the turns
// model was not trained on, and prints how they do on a tenth left out at a time: node
// src/engines/summarizer/training/fit-tasks.ts [--write]
import { findActionItems } from '../tasks/find-action-items.ts';
import type { FoundTask } from '../found-item.ts';
import { wordsOf } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { taskSigns } from '../tasks/task-features.ts';
import { heavyTasks } from '../tasks/weigh-tasks.ts';
import { weightOf } from '../model/weight-of.ts';
import { dayCaseMeetings } from './date-case-meetings.ts';
import { KEPT_BY, countedOften, fitUntilKept } from './fit-until-kept.ts';
import { fitWeights } from './fit-weights.ts';
import type { Labelled } from './fit-weights.ts';
import { earlyMeetings, styles, meetingsKeptFromNetwork } from './annotated-meetings.ts';
import type { AnnotatedMeeting, Style } from './annotated-meetings.ts';
import { readMeeting } from './read-meeting.ts';
import { f1, holdsWords, sumOf } from '../evaluation/score-summary.ts';
import type { Count } from '../evaluation/score-summary.ts';
import { writeWeights } from './write-weights.ts';

const FOLDS = 10;
const ROUNDS = 3;
const SHRINK = 12;
const BARS = Array.from({ length: 16 }, (_, at) => -1.2 + at * 0.1);
const PRIOR: Weights = { always: -1.5, ruled: 1.5 };
const ABOUT_EQUAL = 0.002;
/** So much of a place must be in common to be the place that an annotation means. */
const SAME_PLACE = 0.5;

type Weights = Record<string, number>;

interface Entry {
  readonly task: FoundTask;
  readonly signs: readonly string[];
  /** The annotations whose words it holds. */
  readonly holds: readonly number[];
  /** True where it is said what an annotation means, though in other words: neither right nor wrong. */
  readonly isPlace: boolean;
}

interface Example {
  readonly meeting: AnnotatedMeeting;
  readonly entries: readonly Entry[];
}

// The regression net counts too, though the model knows it: the others are of few authors.
const meetings = [...meetingsKeptFromNetwork(), ...earlyMeetings()];
const byStyle = await Promise.all(
  Object.entries(styles).map(async ([name, style]) => ({
    name,
    examples: await Promise.all(meetings.map((meeting) => exampleOf(meeting, style))),
  })),
);
/** Each talk of day-cases.ts promises a task. */
const cases = await Promise.all(
  dayCaseMeetings().map((meeting) => exampleOf(meeting, styles.asSpoken)),
);
const guessed = Array.from({ length: FOLDS }, (_, fold) =>
  fit([
    ...byStyle.flatMap(({ examples }) => examples.filter((_example, at) => at % FOLDS !== fold)),
    ...countedOften(cases),
  ]),
);
const leftOut = (examples: readonly Example[], bar: number): Count =>
  sumOf(examples.map((example, at) => count(example, guessed[at % FOLDS] ?? {}, bar)));
const tried = BARS.map((bar) => ({
  bar,
  f1: byStyle.reduce((total, { examples }) => total + f1(leftOut(examples, bar)), 0),
}));
const most = Math.max(...tried.map((one) => one.f1));
// Something wrong is worse than something missing: of bars that do about equally well the highest.
const bar = Number((tried.findLast((one) => one.f1 >= most - ABOUT_EQUAL)?.bar ?? 0).toFixed(1));
const { weights, kept, mostOften } = fitUntilKept(
  cases,
  (counted) => fit([...byStyle.flatMap(({ examples }) => examples), ...counted]),
  (one, by) => {
    const { right, wanted } = count(one, by, bar + KEPT_BY);
    return right === wanted;
  },
);
for (const { name, examples } of byStyle) {
  const show = ({ right, shown, wanted }: Count): string =>
    `${right}/${shown} of ${wanted}, F1 ${f1({ right, shown, wanted }).toFixed(3)}`;
  const reach = examples.reduce(
    (total, { entries }) => total + new Set(entries.flatMap(({ holds }) => holds)).size,
    0,
  );
  console.log(
    `${name}: left out ${show(leftOut(examples, bar))}; fitted ${show(sumOf(examples.map((example) => count(example, weights, bar))))}; candidates hold ${reach}`,
  );
}
console.log(`cases: ${kept}/${cases.length}, worth up to ${mostOften}`);
console.log(`bar ${bar}, ${Object.keys(weights).length} weights`);
if (process.argv.includes('--write')) writeWeights('task', weights, bar);

async function exampleOf(meeting: AnnotatedMeeting, style: Style): Promise<Example> {
  const { owners, sentences, acts, readings, today } = await readMeeting(meeting, style);
  const tasks = findActionItems(sentences, owners, today, acts, readings);
  return {
    meeting,
    entries: tasks.map((task) => ({
      task,
      signs: taskSigns(task, { acts, readings, owners }),
      holds: meeting.actionItems.flatMap(({ holds }, at) =>
        holdsWords(task.text, holds) ? [at] : [],
      ),
      isPlace: meeting.actionItems.some(
        ({ saidIn }) => saidIn !== undefined && isIn(sentences[task.at], saidIn, meeting.lines),
      ),
    })),
  };
}

function isIn(
  sentence: SpokenSentence | undefined,
  saidIn: string,
  lines: readonly string[],
): boolean {
  if (
    sentence === undefined ||
    !sentence.segmentRefs.includes(`g${lines.findIndex((line) => line.includes(saidIn))}`)
  )
    return false;
  const [own, said] = [wordsOf(sentence.text), new Set(wordsOf(saidIn))];
  return (
    own.filter((word) => said.has(word)).length >= SAME_PLACE * Math.min(own.length, said.size)
  );
}

function fit(examples: readonly Example[]): Weights {
  let fitted = PRIOR;
  for (let round = 0; round < ROUNDS; round += 1)
    fitted = fitWeights(
      examples.flatMap((example) => label(example, fitted)),
      PRIOR,
      SHRINK,
    );
  return fitted;
}

/** The likeliest holder of each annotation is an example for, other holders are left aside, the rest is against. */
function label({ entries, meeting }: Example, by: Weights): Labelled[] {
  const chosen = new Set(
    meeting.actionItems.map((_item, at) => {
      const holders = entries.filter(({ holds }) => holds.includes(at));
      return holders.toSorted((a, b) => weightOf(b.signs, by) - weightOf(a.signs, by))[0];
    }),
  );
  return entries.flatMap((entry): Labelled[] => {
    if (chosen.has(entry)) return [{ signs: entry.signs, holds: true }];
    return entry.holds.length > 0 || entry.isPlace ? [] : [{ signs: entry.signs, holds: false }];
  });
}

function count({ entries, meeting }: Example, by: Weights, least: number): Count {
  const shown = heavyTasks(
    entries.map((entry) => ({ ...entry, weight: weightOf(entry.signs, by) })),
    least,
  );
  const right = new Set<number>();
  for (const { holds } of shown.toSorted((a, b) => b.weight - a.weight)) {
    const free = holds.find((gold) => !right.has(gold));
    if (free !== undefined) right.add(free);
  }
  return { right: right.size, shown: shown.length, wanted: meeting.actionItems.length };
}
