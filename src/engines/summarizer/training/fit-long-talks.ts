// Fits the weights of decisions and tasks in long talks to meetings of real people:
// node src/engines/summarizer/training/fit-long-talks.ts [--write]
// The bar is chosen by the real development meetings.
import { longTalkFeatures, type LongTalkFeature } from '../long-talk/long-talk-features.ts';
import { type MeetingReading, namePartsOf, readMeeting } from '../meeting-reading.ts';
import { type Weights, weightOf } from '../model/weight-of.ts';
import { longDecisionTable, longTaskTable } from '../weights/weights.ts';
import { type Labelled, fitWeights } from './fit-weights.ts';
import { sentencesOfEvidence, sentencesThatSay } from './locate-evidence.ts';
import {
  type EvidencedItem,
  type RealMeeting,
  realDevelopmentMeetings,
  realTrainingMeetings,
} from './real-meetings.ts';
import { writeWeights } from './write-weights.ts';

const SHRINK = 2;
const MIN_WORDS = 3;
const NEAR_SENTENCES = 2;
const THRESHOLDS = Array.from({ length: 31 }, (_, at) => -4 + at * 0.1);
/**
 * Something wrong is worse than something missing: of bars that do about equally well the highest. A false
 * decision harms most.
 */
const ABOUT_EQUAL = { decisions: 0.04, tasks: 0.02 };
const kinds = { decisions: longDecisionTable, tasks: longTaskTable };
type Kind = keyof typeof kinds;
type Row = Labelled<LongTalkFeature> & {
  readonly isNear: boolean;
  readonly refs: readonly string[];
};
type Example = { readonly rows: readonly Row[]; readonly wanted: readonly (readonly string[])[] };

const sets = { training: realTrainingMeetings(), development: realDevelopmentMeetings() };
const examples: Record<Kind, { training: Example[]; development: Example[] }> = {
  decisions: { training: [], development: [] },
  tasks: { training: [], development: [] },
};
for (const set of ['training', 'development'] as const)
  for (const meeting of sets[set]) {
    const reading = await readMeeting(meeting, 'en');
    for (const kind of ['decisions', 'tasks'] as const) {
      const wanted = itemsOf(meeting, kind, set === 'training');
      if (wanted !== null) examples[kind][set].push(exampleOf(reading, kind, wanted));
    }
  }
for (const kind of ['decisions', 'tasks'] as const) {
  const prior = zeros(kinds[kind].weights);
  const rows = examples[kind].training.flatMap((example) =>
    example.rows.filter((row) => !row.isNear),
  );
  const weights = fitWeights(rows, prior, SHRINK);
  const tried = THRESHOLDS.map((threshold) => ({
    threshold,
    f1: f1At(examples[kind].development, weights, threshold),
  }));
  const most = Math.max(...tried.map(({ f1 }) => f1));
  const best = tried.findLast(({ f1 }) => f1 >= most - ABOUT_EQUAL[kind]);
  console.log(`${kind}: development F1 ${best?.f1.toFixed(2)} at ${best?.threshold.toFixed(1)}`);
  if (process.argv.includes('--write'))
    writeWeights(kind === 'tasks' ? 'long-tasks' : 'long-decisions', {
      threshold: Number((best?.threshold ?? 0).toFixed(1)),
      weights,
    });
}

/** ICSI does not tell decisions from tasks: its items count for both in training, and for neither in development. */
function itemsOf(meeting: RealMeeting, kind: Kind, both: boolean): EvidencedItem[] | null {
  const { decisions, actionItems, decisionsAndTasks } = meeting.annotations;
  const own = kind === 'tasks' ? actionItems : decisions;
  return own ?? (both ? decisionsAndTasks : null) ?? null;
}

function exampleOf(reading: MeetingReading, kind: Kind, items: readonly EvidencedItem[]): Example {
  const { sentences } = reading;
  const places = items.map(({ evidence }) => sentencesOfEvidence(evidence, sentences));
  const near = new Set(places.flat());
  const saying = new Set(
    items.flatMap(({ text }, at) => sentencesThatSay(text, places[at] ?? [], sentences)),
  );
  const features = longTalkFeatures({ ...reading, names: namePartsOf(reading.owners) }, kind);
  const rows = sentences.map((sentence, at) => ({
    features: features[at] ?? [],
    holds: saying.has(at),
    isNear: sentence.words.length < MIN_WORDS || (near.has(at) && !saying.has(at)),
    refs: sentence.segmentRefs,
  }));
  return { rows, wanted: items.map((item) => item.evidence.map(({ segmentRef }) => segmentRef)) };
}

function f1At(all: readonly Example[], weights: Weights<LongTalkFeature>, bar: number): number {
  let [right, shown, wanted] = [0, 0, 0];
  for (const example of all) {
    const weighed = example.rows.map(({ features, refs }, at) => ({
      at,
      refs,
      weight: weightOf(features, weights),
    }));
    const kept: typeof weighed = [];
    for (const row of weighed
      .filter(({ weight }) => weight >= bar)
      .toSorted((a, b) => b.weight - a.weight))
      if (kept.every(({ at }) => Math.abs(at - row.at) > NEAR_SENTENCES)) kept.push(row);
    const left = new Set(kept);
    for (const refs of example.wanted) {
      const hit = [...left].find((row) => row.refs.some((ref) => refs.includes(ref)));
      if (hit !== undefined && left.delete(hit)) right += 1;
    }
    shown += kept.length;
    wanted += example.wanted.length;
  }
  return (2 * right) / (shown + wanted);
}

function zeros<Table extends Readonly<Record<string, number>>>(table: Table): Table {
  return Object.fromEntries(Object.keys(table).map((name) => [name, 0])) as Table;
}
