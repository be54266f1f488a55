// The turns model's reading of every sentence of a meeting.
import { type TaskReading, askAboutTask, countWithin } from './ask-about-task.ts';
import { turnPieces } from './encode-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { turnModel } from './turn-model.ts';
import { columns, POINTER, rowsOf } from './turn-rows.ts';
import { logistic, softmax } from './weight-of.ts';
import type { SummarySpeaker } from '../../../core/ports.ts';

/** Who is to do what a sentence says, seen from that sentence. */
const DOERS = ['speaker', 'next speaker', 'speaker before', 'named', 'nobody'] as const;

export type TurnReading = {
  /** The probability that the sentence says what is decided; 0 to 1, like the next two. */
  readonly decides: number;
  readonly settles: number;
  readonly tasks: number;
  /** The likeliest. */
  readonly doer: (typeof DOERS)[number];
  /** The sentences that may say what a pronoun means, the likeliest first; its own index if it says so itself. */
  readonly antecedents: readonly { readonly at: number; readonly share: number }[];
  /** Its state in two layers of the network. */
  readonly state: Float32Array;
};

/** The reading of a sentence that the network did not read. */
export const UNREAD = { decides: 0, settles: 0, tasks: 0, doer: 'nobody' } as const;
/** The network was trained on whole meetings, so it is unsure about talks as short as this. */
export const FEW_SENTENCES = 12;

const POINTER_SCALE = 4 / Math.sqrt(POINTER);
const REACH_BACK = 14;
const REACH_ON = 2;
const MAX_ANTECEDENTS = 4;

const MAX_PART_PIECES = 320;
const MARGIN_PIECES = 32;
/** About fifty minutes of talk; of longer meetings, the parts that seem worth the most are read. */
const MAX_PIECES = 14_000;
/** A sentence that binds somebody is worth 1, one with so many words this much more. Chosen on development. */
const MANY_WORDS = 15;
const WORTH_OF_MANY_WORDS = 0.3;

type Part = {
  readonly from: number;
  readonly to: number;
  /** Sentences near the edges are taken from the reading of the neighboring part. */
  readonly first: number;
  readonly end: number;
};

export type TurnReadings = {
  /** One for each sentence; null for what was not read. */
  readonly readings: readonly (TurnReading | null)[];
  /** A second reading of a sentence, as a task. */
  readonly askAbout: (at: number) => Promise<TaskReading>;
};

export async function readTurns(
  acts: readonly SpeechAct[],
  speakers: readonly SummarySpeaker[],
): Promise<TurnReadings> {
  if (acts.length === 0)
    return {
      readings: [],
      askAbout: () => Promise.reject(new Error('There is nothing to ask about')),
    };
  const words = acts.reduce((sum, { sentence }) => sum + sentence.words.length, 0);
  const model = await turnModel(words);
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
  return {
    readings: rows.map((row, at) => (row === null ? null : readingOf(row, at, rows))),
    askAbout: (at) => askAboutTask(model, cut, at),
  };
}

function partsOf(lengths: readonly number[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  let first = 0;
  for (;;) {
    const to = from + Math.max(1, countWithin(lengths.slice(from), MAX_PART_PIECES - 2));
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
  const worthOf = ({ binds, sentence }: SpeechAct): number =>
    Number(binds) + (sentence.words.length >= MANY_WORDS ? WORTH_OF_MANY_WORDS : 0);
  const worth = ({ first, end }: Part): number =>
    acts.slice(first, end).reduce((sum, act) => sum + worthOf(act), 0);
  const ranked = parts
    .map((part) => ({ part, worth: worth(part) }))
    .toSorted((a, b) => b.worth - a.worth || a.part.from - b.part.from);
  return ranked.slice(0, most).map(({ part }) => part);
}

function readingOf(
  row: Float32Array,
  at: number,
  all: readonly (Float32Array | null)[],
): TurnReading {
  const doers = DOERS.map((_doer, place) => row[columns.firstDoer + place] ?? 0);
  const first = Math.max(0, at - REACH_BACK);
  const near = all
    .slice(first, at + REACH_ON + 1)
    .flatMap((other, place) =>
      other === null ? [] : [{ at: first + place, score: pointing(row, other) }],
    );
  const pointed = softmax(near.map(({ score }) => score));
  return {
    decides: logistic(row[columns.decides] ?? 0),
    settles: logistic(row[columns.settles] ?? 0),
    tasks: logistic(row[columns.tasks] ?? 0),
    doer: DOERS[doers.indexOf(Math.max(...doers))] ?? 'nobody',
    antecedents: near
      .map((other, place) => ({ at: other.at, share: pointed[place] ?? 0 }))
      .toSorted((a, b) => b.share - a.share)
      .slice(0, MAX_ANTECEDENTS),
    state: row.subarray(columns.state),
  };
}

function pointing(from: Float32Array, to: Float32Array): number {
  let product = 0;
  const column = columns.toAntecedent;
  for (let at = 0; at < POINTER; at += 1)
    product += (from[column + at] ?? 0) * (to[column + POINTER + at] ?? 0);
  return POINTER_SCALE * product;
}
