import { describe, expect, test } from 'vitest';
import { ctcLogProbability, type Frames } from './ctc.ts';

/** None, and the labels 0 and 1. */
const COLUMNS = 3;
const FOUR_FRAMES = framesOf([
  [0.5, 0.3, 0.2],
  [0.1, 0.6, 0.3],
  [0.4, 0.4, 0.2],
  [0.2, 0.1, 0.7],
]);

describe('ctcLogProbability', () => {
  test.each([[[]], [[0]], [[1]], [[0, 1]], [[1, 0]], [[0, 0]], [[1, 1, 0]], [[0, 1, 0, 1]]])(
    'is that of all alignments of %j together',
    (labels) => {
      const probability = Math.exp(ctcLogProbability(FOUR_FRAMES, labels));
      expect(probability).toBeCloseTo(byAllAlignments(FOUR_FRAMES, labels), 10);
    },
  );

  test('is -Infinity for labels that do not fit into the frames', () => {
    expect(ctcLogProbability(FOUR_FRAMES, [0, 1, 0, 1, 0])).toBe(-Infinity);
    expect(ctcLogProbability(FOUR_FRAMES, [0, 0, 0])).toBe(-Infinity);
  });

  test('is exact for many frames, whose probabilities multiply to less than the smallest number', () => {
    const frames = framesOf(Array.from({ length: 2_000 }, () => [0.1, 0.1, 0.8]));
    expect(ctcLogProbability(frames, [])).toBeCloseTo(2_000 * Math.log(0.1), 3);
  });
});

function framesOf(rows: readonly number[][]): Frames {
  return { probabilities: Float32Array.from(rows.flat()), columns: COLUMNS };
}

function byAllAlignments({ probabilities }: Frames, labels: readonly number[]): number {
  const rows = probabilities.length / COLUMNS;
  let sum = 0;
  for (let path = 0; path < COLUMNS ** rows; path++) {
    const columns = Array.from(
      { length: rows },
      (_, i) => Math.floor(path / COLUMNS ** i) % COLUMNS,
    );
    const said = columns.filter((column, i) => column > 0 && column !== columns[i - 1]);
    if (said.map((column) => column - 1).join() !== labels.join()) continue;
    sum += columns.reduce(
      (all, column, row) => all * (probabilities[row * COLUMNS + column] ?? 0),
      1,
    );
  }
  return sum;
}
