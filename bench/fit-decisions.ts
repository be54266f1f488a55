// Fits the weights of src/adapters/extractive/decision-weights.ts to the annotated meetings and prints how they do on meetings left out:
// node bench/fit-decisions.ts [--write] [FOLDER ...]
// Logistic regression; an annotation names words, not a place, so of all candidates that hold them the likeliest stands for it.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { decisionCases } from '../src/adapters/extractive/decision-cases.ts';
import type { DecisionCase } from '../src/adapters/extractive/decision-cases.ts';
import { gatherEvidence, heavyEnough, keepBest, weightOf } from '../src/adapters/extractive/find-decisions.ts';
import type { WeighedCandidate } from '../src/adapters/extractive/find-decisions.ts';
import { findOwners } from '../src/adapters/extractive/resolve-owner.ts';
import { cutSentences } from '../src/adapters/extractive/sentences.ts';
import { readSpeechActs } from '../src/adapters/extractive/speech-acts.ts';
import { wordsOf } from '../src/adapters/extractive/content-words.ts';
import { goldFolders, inputOf, readMeetings, styles } from './gold-meetings.ts';
import type { GoldMeeting, Style } from './gold-meetings.ts';
import { f1, holdsWords } from './score-summary.ts';
import type { Count } from './score-summary.ts';

const FOLDS = 10;
const ROUNDS = 4;
const STEPS = 300;
const STEP_SIZE = 0.5;
const SHRINK = 8;
const BARS = Array.from({ length: 41 }, (_, at) => -2 + at * 0.1);
const LEAST_SEEN = 4;

interface Example {
  readonly meeting: GoldMeeting;
  readonly entries: readonly WeighedCandidate[];
  /** For each entry the places of the annotations whose words it holds. */
  readonly holds: readonly (readonly number[])[];
}
type Weights = Record<string, number>;

/** What is believed of a sign before any meeting is read; there are too few decisions to learn everything from. */
const BELIEVED: Weights = {
  always: -3.6,
  'form: decided': 1.5,
  'form: it is': 3.5,
  'form: lets': 1.2,
  'form: we will': 1,
  'form: we do': 1,
  'form: commands': 0.8,
  'form: thing does': 0.4,
  'form: somebody does': 0.8,
  'form: I do': -0.8,
  'form: you do': -0.5,
  'form: asks': -0.6,
  'form: proposes': -0.4,
  'form: tells': -1,
  'form: back to asks': 1.5,
  'form: back to proposes': 1,
  'form: back to lets': 0.8,
  'form: back to commands': 0.3,
  'lead: closes': 0.8,
  'lead: so': 0.6,
  'lead: then': 1.3,
  'lead: but': -0.3,
  'ends with then': 1.5,
  verdict: 1,
  'goes with': 1.5,
  'commands pointing back': 0.8,
  'lets pointing back': 0.6,
  request: -1,
  'says it is decided': 1.5,
  'answers what if': -2,
  wish: -0.6,
  condition: -0.6,
  postpones: -1.5,
  commits: -0.6,
  question: -0.4,
  past: -0.8,
  'says I': -0.5,
  'says he, she or they': -0.5,
  opinion: -0.4,
  'from now on': 0.6,
  'about the talk': -2,
  describes: -0.8,
  'matter 1': -0.4,
  'unnamed matter': -0.4,
  'second antecedent': -0.5,
  'antecedent far': -0.4,
  'next turn agrees': 0.6,
  'next turn settles': 0.5,
  'two agree': 0.6,
  'agreed later': 0.2,
  refused: -1.5,
  'doubted later': -0.4,
  'answered by a question': -0.5,
  'answered at length': -0.4,
  'answered by but': -0.6,
  'next turn commits': 0.4,
  'commits in the same turn': 0.4,
  'postponed after': -0.6,
  'said again, closing': -0.3,
  'echoed next': 0.8,
  'last word': 0.5,
  'new topic after': 0.5,
  thanked: 0.2,
  'said before': 0.2,
  'said before by another': 0.4,
  'asked before': 0.3,
  'proposed before': 0.5,
  'agreed before': 0.2,
  'nods first': 0.5,
  'start of the meeting': -1.2,
  'closes + agreed next': 0.4,
  'said before + closes': 0.5,
  'fragment + closes': 0.6,
  'fragment + said before': 0.4,
  'fragment + agreed next': 0.4,
  'asks + agreed next': 1.8,
  'proposes + agreed next': 1.6,
  'asks + agreed later': 1,
  'proposes + agreed later': 0.8,
  'picks one of two': 0.5,
  'lets + agreed next': 0.4,
  'commands + agreed next': 0.4,
};

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const read = folders.length > 0 ? folders.map((folder) => pathToFileURL(`${folder}/`)) : goldFolders();
const meetings = read.flatMap((folder) => readMeetings(folder));
const folderOf = new Map(read.flatMap((folder) => readMeetings(folder).map(({ name }) => [name, folder.pathname.split('/').at(-2)])));
const examples = Object.values(styles).map((style) => meetings.map((meeting) => exampleOf(meeting, style)));
const [spoken = [], lower = []] = examples;
const cases = decisionCases.map((one, at) => exampleOf(asMeeting(one, at), styles.asSpoken));
const guessed = Array.from({ length: FOLDS }, (_, fold) => {
  const left = (at: number): boolean => at % FOLDS === fold;
  const weights = fit([...examples.flatMap((list) => list.filter((_example, at) => !left(at))), ...cases]);
  return { weights, left };
});
const leftOut = (list: readonly Example[], bar: number, folder?: string): Count =>
  sum(
    list.flatMap((example, at) =>
      folder === undefined || folderOf.get(example.meeting.name) === folder
        ? [count(example, guessed.find(({ left }) => left(at))?.weights ?? {}, bar)]
        : [],
    ),
  );
const best = BARS.map((bar) => ({ bar, f1: f1(leftOut(spoken, bar)) + f1(leftOut(lower, bar)) })).toSorted((a, b) => b.f1 - a.f1)[0];
const bar = Number((best?.bar ?? 0).toFixed(1));
const weights = fit([...examples.flat(), ...cases]);
for (const [name, list] of [['as spoken', spoken] as const, ['lower case', lower] as const]) {
  const show = ({ right, shown, wanted }: Count): string => `${right}/${shown} of ${wanted}, F1 ${f1({ right, shown, wanted }).toFixed(3)}`;
  const reach = sum(
    list.map((example) => ({ right: new Set(example.holds.flat()).size, shown: 0, wanted: example.meeting.decisions.length })),
  );
  console.log(
    `${name}: left out ${show(leftOut(list, bar))}; fitted ${show(sum(list.map((example) => count(example, weights, bar))))}; candidates hold ${reach.right}`,
  );
  for (const folder of new Set(folderOf.values())) console.log(`  ${folder}: left out ${show(leftOut(list, bar, folder))}`);
}
console.log(`bar ${bar}, ${Object.keys(weights).length} weights`);
if (process.argv.includes('--write')) write(weights, bar);

function asMeeting({ lines, decision }: DecisionCase, at: number): GoldMeeting {
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

function exampleOf(meeting: GoldMeeting, style: Style): Example {
  const input = inputOf(meeting, meeting.lines, style);
  const owners = findOwners(input.speakers);
  const entries = gatherEvidence(readSpeechActs(cutSentences(input.segments, owners.all.flatMap(wordsOf))));
  const holds = entries.map(({ candidate }) =>
    meeting.decisions.flatMap((decision, at) => (holdsWords(candidate.text, decision.holds) ? [at] : [])),
  );
  return { meeting, entries, holds };
}

function fit(list: readonly Example[]): Weights {
  let weights: Weights = BELIEVED;
  for (let round = 0; round < ROUNDS; round += 1) weights = descend(list.flatMap((example) => label(example, weights)));
  return weights;
}

/** The likeliest holder of each annotation is an example for, other holders are left aside, the rest is against. */
function label({ entries, holds, meeting }: Example, weights: Weights): { evidence: readonly string[]; decided: number; worth: number }[] {
  const chosen = new Set<number>();
  for (const at of meeting.decisions.keys()) {
    const holders = holds.flatMap((list, entry) => (list.includes(at) ? [entry] : []));
    const ranked = holders.toSorted(
      (a, b) => weightOf(entries[b]?.evidence ?? [], weights) - weightOf(entries[a]?.evidence ?? [], weights),
    );
    for (const entry of ranked.slice(0, 1)) chosen.add(entry);
  }
  return entries.flatMap(({ evidence }, at) => {
    const held = (holds[at]?.length ?? 0) > 0;
    if (!held) return [{ evidence, decided: 0, worth: 1 }];
    return chosen.has(at) ? [{ evidence, decided: 1, worth: 1 }] : [];
  });
}

function descend(rows: readonly { evidence: readonly string[]; decided: number; worth: number }[]): Weights {
  const seen = new Map<string, number>();
  for (const row of rows) for (const sign of row.evidence) seen.set(sign, (seen.get(sign) ?? 0) + 1);
  const known = new Set([...seen].filter(([sign, times]) => times >= LEAST_SEEN || sign in BELIEVED).map(([sign]) => sign));
  const signs = ['always', ...new Set([...known, ...Object.keys(BELIEVED).slice(1)].toSorted())];
  const places = new Map(signs.map((sign, at) => [sign, at]));
  const data = rows.map((row) => ({ ...row, places: [0, ...row.evidence.flatMap((sign) => places.get(sign) ?? [])] }));
  const believed = signs.map((sign) => BELIEVED[sign] ?? 0);
  const weights = Float64Array.from(believed);
  const squares = new Float64Array(signs.length).fill(1e-6);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = new Float64Array(signs.length);
    for (const row of data) {
      const z = row.places.reduce((total, place) => total + (weights[place] ?? 0), 0);
      const error = (1 / (1 + Math.exp(-z)) - row.decided) * row.worth;
      for (const place of row.places) slope[place] = (slope[place] ?? 0) + error;
    }
    for (let at = 0; at < signs.length; at += 1) {
      const down = (slope[at] ?? 0) + SHRINK * ((weights[at] ?? 0) - (believed[at] ?? 0));
      squares[at] = (squares[at] ?? 0) * 0.95 + down * down * 0.05;
      weights[at] = (weights[at] ?? 0) - (STEP_SIZE / (10 + step * 0.2)) * (down / Math.sqrt(squares[at] ?? 1));
    }
  }
  return Object.fromEntries(signs.map((sign, at) => [sign, weights[at] ?? 0]));
}

function count({ entries, holds, meeting }: Example, weights: Weights, bar: number): Count {
  const weighed = entries.map((entry, at) => ({ ...entry, at, weight: weightOf(entry.evidence, weights) }));
  const shown = keepBest(heavyEnough(weighed, bar));
  const right = new Set<number>();
  for (const { at } of shown) {
    const free = holds[at]?.find((gold) => !right.has(gold));
    if (free !== undefined) right.add(free);
  }
  return { right: right.size, shown: shown.length, wanted: meeting.decisions.length };
}

function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, one) => ({ right: total.right + one.right, shown: total.shown + one.shown, wanted: total.wanted + one.wanted }),
    {
      right: 0,
      shown: 0,
      wanted: 0,
    },
  );
}

function write(fitted: Weights, least: number): void {
  const quoted = (sign: string): string => (/^[a-z]+$/.test(sign) ? sign : `'${sign}'`);
  const lines = Object.entries(fitted).map(([sign, weight]) => `  ${quoted(sign)}: ${weight.toFixed(2)},`);
  const text = [
    '// Fitted by bench/fit-decisions.ts to the annotated meetings in src/core/summary: the logarithm of the odds that each sign adds.',
    '/** A candidate is shown from this weight on. */',
    `export const leastWeight = ${least};`,
    '',
    'export const decisionWeights: Readonly<Record<string, number>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
  writeFileSync(new URL('../src/adapters/extractive/decision-weights.ts', import.meta.url), text);
}

if (process.argv.includes('--show')) {
  for (const [at, example] of spoken.entries()) {
    if (!(folderOf.get(example.meeting.name) ?? '').startsWith(process.env['SHOW'] ?? 'b')) continue;
    const w = guessed.find(({ left }) => left(at))?.weights ?? {};
    const weighed = example.entries.map((entry, i) => ({ ...entry, i, weight: weightOf(entry.evidence, w) }));
    const shown = keepBest(heavyEnough(weighed, bar));
    console.log(`== ${example.meeting.name}: ${example.meeting.decisions.map((d) => d.holds).join(' | ')}`);
    for (const s of shown)
      console.log(
        `  ${(example.holds[s.i]?.length ?? 0) > 0 ? 'RIGHT' : 'wrong'} ${s.weight.toFixed(1)} ${s.candidate.text} [${s.evidence[0]}]`,
      );
    for (const [g, gold] of example.meeting.decisions.entries()) {
      if (shown.some((s) => example.holds[s.i]?.includes(g))) continue;
      const holders = weighed
        .filter((x) => example.holds[x.i]?.includes(g))
        .toSorted((a, b) => b.weight - a.weight)
        .slice(0, 3);
      for (const h of holders)
        console.log(
          `  missed ${gold.holds}: ${h.weight.toFixed(1)} ${h.candidate.text} [${h.evidence.map((e) => `${e} ${(w[e] ?? 0).toFixed(1)}`).join('; ')}]`,
        );
      if (holders.length === 0) console.log(`  missed ${gold.holds}: no candidate`);
    }
  }
}
