import type { TurnModel } from './turn-model.ts';
import { columns, rowsOf } from './turn-rows.ts';

/** At most this many pieces before and after the task are read. */
const PIECES_BACK = 70;
const PIECES_ON = 90;

/** The turns model's reading of the sentences around one task, with that task marked. */
export type TaskReading = {
  /** How well each sentence, if it names a day, fits as the one that says when the task is due (logits). */
  readonly days: readonly { readonly at: number; readonly score: number }[];
  /** The same for the case that no sentence says so. */
  readonly undated: number;
};

/** `sentences`: the pieces of every sentence of the meeting; sentence `at` says the task. */
export async function askAboutTask(
  model: TurnModel,
  sentences: readonly (readonly number[])[],
  at: number,
): Promise<TaskReading> {
  const lengths = sentences.map(({ length }) => length);
  const from = at - countWithin(lengths.slice(0, at).toReversed(), PIECES_BACK);
  const to = at + 1 + countWithin(lengths.slice(at + 1), PIECES_ON);
  const mark = model.pieces.idOf('[SEP]');
  const marked = sentences
    .slice(from, to)
    .map((ids, place) => (from + place === at ? [mark, ...ids, mark] : ids));
  const rows = await rowsOf(model, marked);
  return {
    days: rows.map((row, place) => ({ at: from + place, score: row[columns.due] ?? 0 })),
    undated: rows[at - from]?.[columns.never] ?? 0,
  };
}

/** How many sentences, from the first on, have at most `room` pieces together. */
export function countWithin(lengths: readonly number[], room: number): number {
  let sum = 0;
  const end = lengths.findIndex((length) => {
    sum += length;
    return sum > room;
  });
  return end < 0 ? lengths.length : end;
}
