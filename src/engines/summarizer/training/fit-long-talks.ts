// Fits the weights of decisions, tasks, key points and readable sentences of long talks to meetings of real people, and
// chooses the thresholds by cross-validation over series of meetings:
// node src/engines/summarizer/training/fit-long-talks.ts [--write]
import { type Count, f1, sumOf, writeCount } from '../evaluation/score-summary.ts';
import {
  type ItemKind,
  type LongTalkKind,
  longTalkFeatures,
  mayHold,
  strongest,
  weightInLongTalk,
} from '../long-talk/weigh-long-talk.ts';
import { type MeetingReading, namePartsOf, readMeeting } from '../meeting-reading.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { type LongTalkTable, longTalkTables } from '../weights/weights.ts';
import { type StateRow, fitStates } from './fit-states.ts';
import { sentencesOfEvidence, sentencesThatSay } from './locate-evidence.ts';
import { type EvidencedItem, type RealMeeting, realTrainingMeetings } from './real-meetings.ts';
import { verdictOn } from './reader-verdicts.ts';
import { writeWeights } from './write-weights.ts';

const SHRINK = 60;
const FOLDS = 5;
/** One in this many of the negative sentences is used. */
const ONE_IN = 5;
/** ICSI does not distinguish decisions from tasks: its items count for both, at half weight, from fewer meetings. */
const SHARE_OF_ICSI = 0.5;
const ONE_ICSI_MEETING_IN = 3;
const BARS = Array.from({ length: 61 }, (_, at) => -3.5 + at * 0.05);
/** A false item is worse than a missing one: of about equally good thresholds, the highest is taken. */
const ABOUT_EQUAL = 0.005;
/** The F1 of a single bar is noisy, so the mean with this many on each side counts. */
const NEIGHBORS = 2;
const KINDS = ['decisions', 'tasks', 'keyPoints', 'readable'] as const;
const FILES = {
  decisions: 'long-decisions',
  tasks: 'long-tasks',
  keyPoints: 'long-key-points',
  readable: 'long-readable',
} as const;
/** A summary of an hour has this many key points. */
const KEY_POINTS = 12;
/** Most sentences above it are good or passable. Chosen by reading overviews of development meetings. */
const READABLE_BAR = -0.2;
type Names = keyof LongTalkTable['weights'];
const names = Object.keys(longTalkTables.decisions.weights) as Names[];
names.sort((a, b) => Number(b === 'always') - Number(a === 'always'));
const columnOf = new Map(names.map((name, column) => [name, column]));

type Example = {
  readonly fold: number;
  /** Null if the corpus does not list this kind. */
  readonly wanted: readonly (readonly string[])[] | null;
  readonly sentences: readonly SpokenSentence[];
  readonly features: readonly (readonly Names[])[];
  readonly states: readonly (Float32Array | undefined)[];
  readonly told: readonly (string | null)[];
  /** The sentences to learn from. */
  readonly rows: readonly StateRow[];
};
type Fitted = Pick<LongTalkTable, 'weights' | 'state' | 'mean'>;

const examples: Record<LongTalkKind, Example[]> = {
  decisions: [],
  tasks: [],
  keyPoints: [],
  readable: [],
};
const meetings = realTrainingMeetings().filter(
  ({ annotations }, at) => annotations.decisions || at % ONE_ICSI_MEETING_IN === 0,
);
const series = [...new Set(meetings.map(({ source }) => source.series))].toSorted();
for (const meeting of meetings) {
  const reading = await readMeeting(meeting, 'en');
  for (const kind of KINDS) examples[kind].push(exampleOf(meeting, reading, kind));
}
console.log(`${meetings.length} meetings read`);
for (const kind of KINDS) {
  const byFold = Array.from({ length: FOLDS }, (_, fold) =>
    fit(examples[kind].filter((example) => example.fold !== fold)),
  );
  const weighed = examples[kind].flatMap((example) => {
    const table = byFold[example.fold];
    return table === undefined ? [] : [{ example, weights: weigh(example, table) }];
  });
  const isItem = kind === 'decisions' || kind === 'tasks';
  const threshold = isItem ? chooseBar(weighed, kind) : kind === 'readable' ? READABLE_BAR : 0;
  if (kind === 'keyPoints') tellPrecision(weighed);
  if (kind === 'readable') tellOrder(byFold);
  if (process.argv.includes('--write'))
    writeWeights(FILES[kind], { threshold, ...fit(examples[kind]) });
}

function chooseBar(weighed: readonly Weighed[], kind: ItemKind): number {
  const each = BARS.map((bar) => f1(count(weighed, kind, bar)));
  const tried = BARS.map((bar, at) => {
    const near = each.slice(Math.max(0, at - NEIGHBORS), at + NEIGHBORS + 1);
    return { bar, f1: near.reduce((sum, one) => sum + one, 0) / near.length };
  });
  const most = Math.max(...tried.map((one) => one.f1));
  const best = tried.findLast((one) => one.f1 >= most - ABOUT_EQUAL);
  const bar = Number((best?.bar ?? 0).toFixed(2));
  console.log(`${kind}, left out: ${writeCount(count(weighed, kind, bar))}`);
  console.log(`surest false one: ${surestFalse(weighed, kind, bar).toFixed(2)} above the bar`);
  return bar;
}

/** Reports how many of the likeliest key points, and of all possible ones, are in an annotator's evidence. */
function tellPrecision(weighed: readonly Weighed[]): void {
  const share = (limit: number): string => {
    const places = weighed.flatMap(({ example, weights }) => {
      const wanted = new Set(example.wanted?.flat());
      return [...weights.entries()]
        .filter(([, weight]) => weight > -Infinity)
        .toSorted((a, b) => b[1] - a[1])
        .slice(0, limit)
        .map(([at]) => (example.sentences[at]?.segmentRefs ?? []).some((ref) => wanted.has(ref)));
    });
    return `${places.filter(Boolean).length} / ${places.length}`;
  };
  console.log(`key points, left out: ${share(KEY_POINTS)} in evidence, of all ${share(Infinity)}`);
}

/** Reports of how many pairs of a good and an unclear sentence the good one weighs more. */
function tellOrder(tables: readonly Fitted[]): void {
  const weighed = examples.readable.flatMap(({ fold, rows }) => {
    const table = tables[fold];
    if (table === undefined) return [];
    return rows.map(({ columns, state, holds, counts }) => {
      const features = columns.flatMap((column) => names[column] ?? []);
      return { holds, isSure: counts === 1, weight: weightInLongTalk(features, state, table) };
    });
  });
  const sure = weighed.filter(({ isSure }) => isSure);
  const unclear = sure.filter(({ holds }) => !holds);
  const pairs = sure.flatMap((good) =>
    good.holds ? unclear.map((other) => Number(good.weight > other.weight)) : [],
  );
  const right = pairs.reduce((sum, one) => sum + one, 0);
  console.log(
    `readable, left out: ${right} of ${pairs.length} pairs in order, ${sure.length} sentences`,
  );
}

/** A passable sentence counts half as good, half as unclear. */
function rowsOfReader(
  meeting: RealMeeting,
  { told, readings }: MeetingReading,
  features: readonly (readonly Names[])[],
): StateRow[] {
  return told.flatMap((text, at): StateRow[] => {
    const reads = verdictOn(meeting.source.id, text ?? '');
    const state = readings[at]?.state;
    if (reads === undefined || state === undefined) return [];
    const columns = (features[at] ?? []).flatMap((name) => columnOf.get(name) ?? []);
    return [reads / 2, 1 - reads / 2].flatMap((counts, place) =>
      counts === 0 ? [] : [{ columns, state, holds: place === 0, counts }],
    );
  });
}

function exampleOf(meeting: RealMeeting, reading: MeetingReading, kind: LongTalkKind): Example {
  const { abstract, decisions, actionItems, decisionsAndTasks } = meeting.annotations;
  const own = { decisions, tasks: actionItems, keyPoints: abstract, readable: null }[kind] ?? null;
  const items: readonly EvidencedItem[] = own ?? decisionsAndTasks ?? [];
  const { sentences, readings } = reading;
  const places = items.map(({ evidence }) => sentencesOfEvidence(evidence, sentences));
  const near = new Set(places.flat());
  const saying = new Set(
    items.flatMap(({ text }, at) => sentencesThatSay(text, places[at] ?? [], sentences)),
  );
  const features = longTalkFeatures({ ...reading, names: namePartsOf(reading.owners) });
  const counts = own === null ? SHARE_OF_ICSI : 1;
  const rows = sentences.flatMap((sentence, at): StateRow[] => {
    const state = readings[at]?.state;
    const holds = saying.has(at);
    if (state === undefined || !mayHold(sentence)) return [];
    if (!holds && (near.has(at) || at % ONE_IN !== 0)) return [];
    const columns = (features[at] ?? []).flatMap((name) => columnOf.get(name) ?? []);
    return [{ columns, state, holds, counts: holds ? counts : counts * ONE_IN }];
  });
  return {
    fold: series.indexOf(meeting.source.series) % FOLDS,
    wanted: own?.map((item) => item.evidence.map(({ segmentRef }) => segmentRef)) ?? null,
    sentences,
    features,
    states: readings.map((one) => one?.state),
    told: reading.told,
    rows: kind === 'readable' ? rowsOfReader(meeting, reading, features) : rows,
  };
}

function fit(learned: readonly Example[]): Fitted {
  const { features, state, mean } = fitStates(
    learned.flatMap(({ rows }) => rows),
    names.length,
    SHRINK,
  );
  const weights = Object.fromEntries(names.map((name, column) => [name, features[column] ?? 0]));
  return { weights: weights as LongTalkTable['weights'], state, mean };
}

type Weighed = { readonly example: Example; readonly weights: readonly number[] };

function weigh({ sentences, features, states, told }: Example, table: Fitted): number[] {
  return sentences.map((sentence, at) =>
    mayHold(sentence) && told[at] !== null
      ? weightInLongTalk(features[at] ?? [], states[at], table)
      : -Infinity,
  );
}

function count(weighed: readonly Weighed[], kind: ItemKind, bar: number): Count {
  return sumOf(
    weighed.flatMap((one) => {
      const { wanted } = one.example;
      if (wanted === null) return [];
      const shown = shownOf(one, kind, bar);
      const left = new Set(shown);
      const right = wanted.filter((refs) => {
        const hit = [...left].find((item) => item.refs.some((ref) => refs.includes(ref)));
        return hit !== undefined && left.delete(hit);
      });
      return [{ right: right.length, shown: shown.length, wanted: wanted.length }];
    }),
  );
}

function shownOf(
  { example: { sentences }, weights }: Weighed,
  kind: ItemKind,
  bar: number,
): { weight: number; refs: readonly string[] }[] {
  const above = weights.map((weight) => weight - bar);
  return strongest(above, kind).flatMap((weight, at) =>
    weight < 0 ? [] : [{ weight, refs: sentences[at]?.segmentRefs ?? [] }],
  );
}

/** Above this, an overview may state a decision. */
function surestFalse(weighed: readonly Weighed[], kind: ItemKind, bar: number): number {
  const wrong = weighed.flatMap((one) => {
    const wanted = new Set(one.example.wanted?.flat());
    if (one.example.wanted === null) return [];
    return shownOf(one, kind, bar).filter(({ refs }) => !refs.some((r) => wanted.has(r)));
  });
  return Math.max(0, ...wrong.map(({ weight }) => weight));
}
