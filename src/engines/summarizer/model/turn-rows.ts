import type { TurnModel } from './turn-model.ts';

export const POINTER = 32;
/** Numbers of state: 384 from each of two layers. */
export const STATE = 768;
const TO_ANTECEDENT = 8;
/** In between, the network points to days without a marked task, less well than with one. */
const DUE = TO_ANTECEDENT + 4 * POINTER + 1;

/** Offsets in a row. Two vectors begin at `toAntecedent`: one that points and one that is pointed to. */
export const columns = {
  decides: 0,
  settles: 1,
  tasks: 2,
  firstDoer: 3,
  toAntecedent: TO_ANTECEDENT,
  /** Meaningful only when one task is marked. */
  due: DUE,
  never: DUE + 1,
  /** The state in two layers of the network. */
  state: DUE + 2,
  all: DUE + 2 + STATE,
} as const;

/** One row for each sentence: the mean of the rows of its pieces. */
export async function rowsOf(
  { pieces, score }: TurnModel,
  sentences: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const scores = await score([pieces.idOf('[CLS]'), ...sentences.flat(), pieces.idOf('[SEP]')]);
  let start = 1;
  return sentences.map(({ length }) => {
    start += length;
    return meanRow(scores, start - length, start);
  });
}

function meanRow(scores: Float32Array, from: number, to: number): Float32Array {
  const row = new Float32Array(columns.all);
  for (let piece = from; piece < to; piece += 1) {
    for (let column = 0; column < columns.all; column += 1)
      row[column] = (row[column] ?? 0) + (scores[piece * columns.all + column] ?? 0);
  }
  return row.map((sum) => sum / Math.max(1, to - from));
}
