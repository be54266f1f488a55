// The turns model's reading of every sentence of a meeting.
import { askAboutTask } from './ask-about-task.ts';
import type { TaskReading } from './ask-about-task.ts';
import { namesDay } from '../dates/resolve-due-date.ts';
import { turnPieces } from './encode-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { turnModel } from './turn-model.ts';
import { columns, POINTER, rowsOf } from './turn-rows.ts';
import { softmax } from './weight-of.ts';
import type { SummarySpeaker } from '../../../core/ports.ts';

/** Who is to do what a sentence says, seen from that sentence. */
export type Doer = 'speaker' | 'next speaker' | 'speaker before' | 'named' | 'nobody';

export type TurnReading = {
  /** The probability that the sentence says what is decided; 0 to 1, like the next two. */
  readonly decides: number;
  readonly settles: number;
  readonly tasks: number;
  readonly doers: Readonly<Record<Doer, number>>;
  /** The sentences that may say what a pronoun means, the likeliest first; its own index if it says so itself. */
  readonly antecedents: readonly { readonly at: number; readonly share: number }[];
  /** How well each nearby sentence, if it names a day, fits as the one that says when it is due (logits). */
  readonly days: readonly { readonly at: number; readonly score: number }[];
  /** The same for the case that no sentence says so. */
  readonly undated: number;
  /** The second reading, as a task; null if the sentence is unlikely to be one or no day is named nearby. */
  readonly asked: TaskReading | null;
  /** Its state in two layers of the network. */
  readonly state: Float32Array;
};

const DOERS: readonly Doer[] = ['speaker', 'next speaker', 'speaker before', 'named', 'nobody'];
const POINTER_SCALE = 4 / Math.sqrt(POINTER);
const REACH_BACK = 14;
const REACH_ON = 2;
const DAY_REACH_ON = 10;
const MAX_ANTECEDENTS = 4;

const MAX_PART_PIECES = 320;
const MARGIN_PIECES = 32;
/** About an hour and a half of talk; of longer meetings, the parts with the most apparent agreements are read. */
const MAX_PIECES = 22_000;

/** Sentences near a named day that are at least this likely to be tasks are read again, the likeliest first. */
const MIN_TASK = 0.15;
const MAX_ASKED = 24;

type Part = {
  readonly from: number;
  readonly to: number;
  /** Sentences near the edges are taken from the reading of the neighboring part. */
  readonly first: number;
  readonly end: number;
};

/** One reading for each sentence; null for what was not read. */
export async function readTurns(
  acts: readonly SpeechAct[],
  speakers: readonly SummarySpeaker[],
): Promise<(TurnReading | null)[]> {
  if (acts.length === 0) return [];
  const model = await turnModel();
  const cut = turnPieces(
    acts.map((act) => act.sentence),
    speakers,
    model.pieces,
  );
  const rows = acts.map((): Float32Array | null => null);
  for (const { from, to, first, end } of worthReading(
    partsOf(cut.map((ids) => ids.length)),
    acts,
  )) {
    const found = await rowsOf(model, cut.slice(from, to));
    for (let at = first; at < end; at += 1) rows[at] = found[at - from] ?? null;
  }
  const asked = new Map<number, TaskReading>();
  for (const at of likeliestTasks(rows, acts)) asked.set(at, await askAboutTask(model, cut, at));
  return rows.map((row, at) =>
    row === null ? null : readingOf(row, at, rows, asked.get(at) ?? null),
  );
}

function partsOf(lengths: readonly number[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let first = 0;
  for (;;) {
    let to = from;
    for (let room = MAX_PART_PIECES - 2; to < lengths.length && (lengths[to] ?? 0) <= room; to += 1)
      room -= lengths[to] ?? 0;
    to = Math.max(to, from + 1);
    if (to >= lengths.length)
      return [...parts, { from, to: lengths.length, first, end: lengths.length }];
    let end = to;
    for (let margin = 0; end > from + 1 && margin < MARGIN_PIECES; margin += lengths[end] ?? 0)
      end -= 1;
    end = Math.max(end, first + 1);
    parts.push({ from, to, first, end });
    first = end;
    from = end;
    for (let margin = 0; from > 0 && margin < MARGIN_PIECES; margin += lengths[from] ?? 0)
      from -= 1;
  }
}

function worthReading(parts: readonly Part[], acts: readonly SpeechAct[]): readonly Part[] {
  const most = Math.floor(MAX_PIECES / MAX_PART_PIECES);
  if (parts.length <= most) return parts;
  const worth = (part: Part): number => {
    return acts.slice(part.first, part.end).filter(({ binds }) => binds).length;
  };
  const ranked = parts
    .map((part) => ({ part, worth: worth(part) }))
    .toSorted((a, b) => b.worth - a.worth || a.part.from - b.part.from);
  return ranked.slice(0, most).map(({ part }) => part);
}

function likeliestTasks(
  rows: readonly (Float32Array | null)[],
  acts: readonly SpeechAct[],
): number[] {
  const likely = rows.flatMap((row, at) =>
    row === null ? [] : [{ at, likely: sigmoid(row[columns.tasks] ?? 0) }],
  );
  const isDated = (at: number): boolean =>
    acts
      .slice(Math.max(0, at - REACH_BACK), at + DAY_REACH_ON + 1)
      .some(({ sentence }) => namesDay(sentence.text));
  const ranked = likely
    .filter((one) => one.likely >= MIN_TASK)
    .toSorted((a, b) => b.likely - a.likely || a.at - b.at);
  return ranked
    .map(({ at }) => at)
    .filter(isDated)
    .slice(0, MAX_ASKED);
}

function readingOf(
  row: Float32Array,
  at: number,
  all: readonly (Float32Array | null)[],
  asked: TaskReading | null,
): TurnReading {
  const shares = softmax(DOERS.map((_doer, place) => row[columns.firstDoer + place] ?? 0));
  const first = Math.max(0, at - REACH_BACK);
  const scores = (reachOn: number, column: number): { at: number; score: number }[] =>
    all
      .slice(first, at + reachOn + 1)
      .flatMap((other, place) =>
        other === null ? [] : [{ at: first + place, score: pointing(row, other, column) }],
      );
  const near = scores(REACH_ON, columns.toAntecedent);
  const pointed = softmax(near.map(({ score }) => score));
  return {
    decides: sigmoid(row[columns.decides] ?? 0),
    settles: sigmoid(row[columns.settles] ?? 0),
    tasks: sigmoid(row[columns.tasks] ?? 0),
    doers: Object.fromEntries(DOERS.map((doer, place) => [doer, shares[place] ?? 0])) as Record<
      Doer,
      number
    >,
    antecedents: near
      .map((other, place) => ({ at: other.at, share: pointed[place] ?? 0 }))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, MAX_ANTECEDENTS),
    days: scores(DAY_REACH_ON, columns.toDay),
    undated: row[columns.undated] ?? 0,
    asked,
    state: row.subarray(columns.state),
  };
}

function pointing(from: Float32Array, to: Float32Array, column: number): number {
  let product = 0;
  for (let at = 0; at < POINTER; at += 1)
    product += (from[column + at] ?? 0) * (to[column + POINTER + at] ?? 0);
  return POINTER_SCALE * product;
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
