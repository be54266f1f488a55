// Logistic regression on binary features and on the network's state for a sentence.

export type StateRow = {
  /** Columns of the features that are true; column 0 always is. */
  readonly columns: readonly number[];
  readonly state: Float32Array;
  readonly holds: boolean;
  readonly counts: number;
};
export type StateWeights = {
  readonly features: readonly number[];
  readonly state: readonly number[];
  /** The weight of the mean state. */
  readonly mean: number;
};

const STEPS = 40;
const MEMORY = 10;
const MAX_HALVINGS = 20;
const ENOUGH_DESCENT = 1e-4;
const MIN_CURVATURE = 1e-10;
/** The state has many numbers, so each may have a third of the weight of a feature. */
const STATE_SCALE = 0.3;

export function fitStates(
  rows: readonly StateRow[],
  features: number,
  shrink: number,
): StateWeights {
  const width = rows[0]?.state.length ?? 0;
  const { means, scales } = spreadOf(rows, width);
  const data = new Float32Array(rows.length * width);
  for (const [at, { state }] of rows.entries())
    for (let column = 0; column < width; column += 1)
      data[at * width + column] =
        ((state[column] ?? 0) - (means[column] ?? 0)) * (scales[column] ?? 0);
  const fitted = minimize(
    (weights) => lossOf(rows, data, features, weights, shrink),
    features + width,
  );
  const state = scales.map((scale, column) => scale * (fitted[features + column] ?? 0));
  return {
    features: [...fitted.subarray(0, features)],
    state,
    mean: state.reduce((sum, weight, column) => sum + weight * (means[column] ?? 0), 0),
  };
}

function spreadOf(rows: readonly StateRow[], width: number): { means: number[]; scales: number[] } {
  const means = Array.from<number>({ length: width }).fill(0);
  const squares = [...means];
  for (const { state } of rows)
    for (let column = 0; column < width; column += 1) {
      const value = state[column] ?? 0;
      means[column] = (means[column] ?? 0) + value / rows.length;
      squares[column] = (squares[column] ?? 0) + (value * value) / rows.length;
    }
  const scales = squares.map(
    (square, column) => STATE_SCALE / Math.sqrt(square - (means[column] ?? 0) ** 2 + 1e-9),
  );
  return { means, scales };
}

type Loss = { readonly value: number; readonly slope: Float64Array };

function lossOf(
  rows: readonly StateRow[],
  data: Float32Array,
  features: number,
  weights: Float64Array,
  shrink: number,
): Loss {
  const slope = weights.map((weight, column) => (column === 0 ? 0 : shrink * weight));
  let value = weights.reduce((sum, weight, at) => (at === 0 ? 0 : sum + weight * weight), 0);
  value *= shrink / 2;
  const width = weights.length - features;
  for (const [at, { columns, holds, counts }] of rows.entries()) {
    let odds = 0;
    for (const column of columns) odds += weights[column] ?? 0;
    const from = at * width;
    for (let column = 0; column < width; column += 1)
      odds += (data[from + column] ?? 0) * (weights[features + column] ?? 0);
    value +=
      counts * (Math.log1p(Math.exp(-Math.abs(odds))) + Math.max(odds, 0) - (holds ? odds : 0));
    const error = counts * (1 / (1 + Math.exp(-odds)) - Number(holds));
    for (const column of columns) slope[column] = (slope[column] ?? 0) + error;
    for (let column = 0; column < width; column += 1)
      slope[features + column] =
        (slope[features + column] ?? 0) + error * (data[from + column] ?? 0);
  }
  return { value, slope };
}

type Step = { readonly moved: Float64Array; readonly turned: Float64Array; readonly curve: number };

/** L-BFGS (Nocedal 1980) with halved steps. */
function minimize(lossAt: (weights: Float64Array) => Loss, length: number) {
  let weights: Float64Array = new Float64Array(length);
  let now = lossAt(weights);
  const past: Step[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const down = descent(now.slope, past);
    const fall = dot(down, now.slope);
    let size = step === 0 ? 1 / Math.sqrt(-fall) : 1;
    let next = along(weights, down, size);
    let found = lossAt(next);
    for (let half = 0; half < MAX_HALVINGS; half += 1) {
      if (found.value <= now.value + ENOUGH_DESCENT * size * fall) break;
      size /= 2;
      next = along(weights, down, size);
      found = lossAt(next);
    }
    const moved = along(next, weights, -1);
    const turned = along(found.slope, now.slope, -1);
    const curve = dot(moved, turned);
    if (curve > MIN_CURVATURE) past.push({ moved, turned, curve });
    if (past.length > MEMORY) past.shift();
    [weights, now] = [next, found];
  }
  return weights;
}

function descent(slope: Float64Array, past: readonly Step[]): Float64Array {
  let way: Float64Array = slope.map((value) => -value);
  const shares: number[] = [];
  for (const { moved, turned, curve } of past.toReversed()) {
    const share = dot(moved, way) / curve;
    shares.push(share);
    way = along(way, turned, -share);
  }
  const last = past.at(-1);
  if (last !== undefined) {
    const scale = last.curve / dot(last.turned, last.turned);
    way = way.map((value) => value * scale);
  }
  for (const { moved, turned, curve } of past)
    way = along(way, moved, (shares.pop() ?? 0) - dot(turned, way) / curve);
  return way;
}

function along(from: Float64Array, way: Float64Array, size: number): Float64Array {
  return from.map((value, at) => value + size * (way[at] ?? 0));
}

function dot(left: Float64Array, right: Float64Array): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
}
