// Connectionist temporal classification (Graves et al., 2006): how likely frames are to hold a sequence of labels.

/** `probabilities` of each label in each frame, `columns` in a row: none, then label 0 and so on. */
export type Frames = { probabilities: Float32Array; columns: number };

/**
 * Natural logarithm of the probability of exactly these labels, in any alignment; -Infinity if there are too few
 * frames. The forward algorithm, scaled in each frame.
 */
export function ctcLogProbability(
  { probabilities, columns }: Frames,
  labels: ArrayLike<number>,
): number {
  // Before, between and after the labels there may be frames with none.
  const states = 2 * labels.length + 1;
  let before = new Float64Array(states);
  let now = new Float64Array(states);
  before[0] = 1;
  let result = 0;
  for (let row = 0; row < probabilities.length; row += columns) {
    let sum = 0;
    for (let state = 0; state < states; state++) {
      const at = state >> 1;
      const isLabel = state % 2 === 1;
      // The first frame starts with none or the first label.
      const reached =
        (before[state] ?? 0) +
        (state > 0 ? (before[state - 1] ?? 0) : 0) +
        (isLabel && at > 0 && labels[at] !== labels[at - 1] ? (before[state - 2] ?? 0) : 0);
      const value = reached * (probabilities[row + (isLabel ? 1 + (labels[at] ?? 0) : 0)] ?? 0);
      now[state] = value;
      sum += value;
    }
    if (sum === 0) return -Infinity;
    for (let state = 0; state < states; state++) now[state] = (now[state] ?? 0) / sum;
    result += Math.log(sum);
    [before, now] = [now, before];
  }
  return result + Math.log((before[states - 1] ?? 0) + (before[states - 2] ?? 0));
}
