/** A text under way: its pieces, and how likely they are together (natural logarithm). */
export type Beam = { pieces: readonly number[]; likely: number };

/** What all pieces so far below the best one hold together is too little to count: e^-16 of each of 32,768. */
const COUNTED = 16;

/** 0 compares by likelihood alone, 1 by the mean of each piece. On human speech 0.6 and 1 are alike. */
const LENGTH_POWER = 0.6;

export type BeamSearchOptions = {
  /** How many texts are followed at once; one is the likeliest piece each time. */
  width: number;
  /** The piece that ends a text. */
  end: number;
  /** A text ends after so many pieces. */
  most: number;
};

/**
 * The likeliest text, as far as following the `width` likeliest beginnings finds it: a first piece
 * that looked best may turn out wrong by what follows.
 */
export class BeamSearch {
  readonly #options: BeamSearchOptions;
  #open: readonly Beam[];
  /** The likeliest of those that ended. */
  #best: Beam = { pieces: [], likely: -Infinity };

  constructor(options: BeamSearchOptions) {
    this.#options = options;
    this.#open = [{ pieces: [], likely: 0 }];
  }

  /** The texts that go on; none when the search is over. */
  get open(): readonly Beam[] {
    return this.#open;
  }

  /** The pieces of the best text that ended. */
  get best(): readonly number[] {
    return this.#best.pieces;
  }

  /**
   * `scores`: of each open text, how well each piece goes on with it. Answers for each text open
   * now which one it goes on from.
   */
  extend(scores: readonly Float32Array[]): number[] {
    const { width, end, most } = this.#options;
    const next = this.#open.flatMap((beam, from) =>
      likeliest(scores[from] ?? new Float32Array(), width).map(({ piece, likely }) => ({
        from,
        piece,
        beam: this.#goOn(beam, piece, likely),
      })),
    );
    const kept = next.toSorted((a, b) => b.beam.likely - a.beam.likely).slice(0, width);
    const goingOn: { from: number; beam: Beam }[] = [];
    for (const { from, piece, beam } of kept) {
      if (piece !== end && beam.pieces.length < most) goingOn.push({ from, beam });
      else if (score(beam) > score(this.#best)) this.#best = beam;
    }
    // A text gets less likely with each piece, and none is longer than `most`.
    const isOver = goingOn.every(({ beam }) => score(beam, most) <= score(this.#best));
    this.#open = isOver ? [] : goingOn.map(({ beam }) => beam);
    return isOver ? [] : goingOn.map(({ from }) => from);
  }

  #goOn({ pieces, likely }: Beam, piece: number, more: number): Beam {
    return {
      pieces: piece === this.#options.end ? pieces : [...pieces, piece],
      likely: likely + more,
    };
  }
}

/**
 * Compares texts of different lengths. Likelihood alone prefers short ones: a lone `8.` won over a
 * whole sentence. Length normalization of Wu et al. 2016 (arXiv 1609.08144, section 7).
 */
function score({ pieces, likely }: Beam, length = pieces.length): number {
  return likely / ((5 + length) / 6) ** LENGTH_POWER;
}

/** Plain loops and one comparison for most: there are 32,768 pieces for each piece of a word. */
function likeliest(scores: Float32Array, count: number): { piece: number; likely: number }[] {
  const best: { piece: number; score: number }[] = [];
  let least = -Infinity;
  for (let piece = 0; piece < scores.length; piece++) {
    const score = scores[piece] ?? 0;
    if (score <= least) continue;
    const at = best.findIndex((other) => score > other.score);
    best.splice(at < 0 ? best.length : at, 0, { piece, score });
    if (best.length > count) best.pop();
    if (best.length === count) least = best[count - 1]?.score ?? 0;
  }
  const top = best[0]?.score ?? 0;
  const counted = top - COUNTED;
  let sum = 0;
  for (let piece = 0; piece < scores.length; piece++) {
    const score = scores[piece] ?? 0;
    if (score > counted) sum += Math.exp(score - top);
  }
  const all = top + Math.log(sum);
  return best.map(({ piece, score }) => ({ piece, likely: score - all }));
}
