/** A hypothesis: its tokens, and the natural logarithm of their probability. */
export type Beam = { tokens: readonly number[]; logProbability: number };

/** Tokens this far below the best one (natural logarithm) add nothing to the sum, even 32,768 of them. */
const NEGLIGIBLE = 16;

/** 0 compares by probability alone, 1 by the mean per token. On human speech, 0.6 and 1 perform alike. */
const LENGTH_POWER = 0.6;

export type BeamSearchOptions = {
  /** The number of hypotheses kept; 1 is a greedy search. */
  width: number;
  /** The end-of-sequence token. */
  end: number;
  /** A hypothesis ends after this many tokens. */
  maxTokens: number;
  /** The end-of-sequence token is never the first. */
  isNeverEmpty?: boolean;
};

/** Beam search: finds a likely text by extending the `width` best hypotheses one token at a time. */
export class BeamSearch {
  readonly #options: BeamSearchOptions;
  #open: readonly Beam[];
  /** The best hypothesis that ended. */
  #best: Beam = { tokens: [], logProbability: -Infinity };
  #isCutOff = false;

  constructor(options: BeamSearchOptions) {
    this.#options = options;
    this.#open = [{ tokens: [], logProbability: 0 }];
  }

  /** Hypotheses to extend; none when the search is over. */
  get open(): readonly Beam[] {
    return this.#open;
  }

  /** The tokens of the best hypothesis that ended. */
  get best(): readonly number[] {
    return this.#best.tokens;
  }

  /** Whether the best hypothesis ended at `maxTokens`, not by itself. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /**
   * `scores`: the logits of the next token, for each open hypothesis. Returns, for each hypothesis
   * that is open now, the index of the one it extends.
   */
  extend(scores: readonly Float32Array[]): number[] {
    const { width, end, maxTokens, isNeverEmpty } = this.#options;
    const next = this.#open.flatMap((beam, from) => {
      const cannotEnd = isNeverEmpty === true && beam.tokens.length === 0;
      return topTokens(scores[from] ?? new Float32Array(), cannotEnd ? width + 1 : width)
        .filter(({ token }) => !cannotEnd || token !== end)
        .map(({ token, logProbability }) => ({
          from,
          token,
          beam: this.#extendBeam(beam, token, logProbability),
        }));
    });
    const kept = next
      .toSorted((a, b) => b.beam.logProbability - a.beam.logProbability)
      .slice(0, width);
    const open: { from: number; beam: Beam }[] = [];
    for (const { from, token, beam } of kept) {
      if (token !== end && beam.tokens.length < maxTokens) open.push({ from, beam });
      else if (score(beam) > score(this.#best)) {
        this.#best = beam;
        this.#isCutOff = token !== end;
      }
    }
    // A hypothesis gets less likely with each token, and none is longer than `maxTokens`.
    const isOver = open.every(({ beam }) => score(beam, maxTokens) <= score(this.#best));
    this.#open = isOver ? [] : open.map(({ beam }) => beam);
    return isOver ? [] : open.map(({ from }) => from);
  }

  #extendBeam({ tokens, logProbability }: Beam, token: number, more: number): Beam {
    return {
      tokens: token === this.#options.end ? tokens : [...tokens, token],
      logProbability: logProbability + more,
    };
  }
}

/**
 * Compares hypotheses of different lengths. Probability alone prefers short ones: a lone `8.` won
 * over a whole sentence. Length normalization of Wu et al. 2016 (arXiv 1609.08144, section 7).
 */
function score({ tokens, logProbability }: Beam, length = tokens.length): number {
  return logProbability / ((5 + length) / 6) ** LENGTH_POWER;
}

/** The `count` best tokens. Plain loops: each step has 32,768 logits for each hypothesis. */
function topTokens(
  scores: Float32Array,
  count: number,
): { token: number; logProbability: number }[] {
  const best: { token: number; score: number }[] = [];
  let least = -Infinity;
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? 0;
    if (score <= least) continue;
    const at = best.findIndex((other) => score > other.score);
    best.splice(at < 0 ? best.length : at, 0, { token, score });
    if (best.length > count) best.pop();
    if (best.length === count) least = best[count - 1]?.score ?? 0;
  }
  const all = logSum(scores, best[0]?.score ?? 0);
  return best.map(({ token, score }) => ({ token, logProbability: score - all }));
}

/** The logarithm of the sum of all probabilities; `top`: the largest of `scores`. */
export function logSum(scores: Float32Array, top: number): number {
  const counted = top - NEGLIGIBLE;
  let sum = 0;
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? 0;
    if (score > counted) sum += Math.exp(score - top);
  }
  return top + Math.log(sum);
}
