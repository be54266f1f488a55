import type { TermState, TermTrie } from './term-trie.ts';

/** A hypothesis: its tokens, and the natural logarithm of their probability. */
export type Beam = {
  tokens: readonly number[];
  logProbability: number;
  /** Where it stands in the preferred terms, and the logarithm that they add. */
  terms?: TermState | undefined;
  bonus: number;
};

/** Tokens this far below the best one (natural logarithm) add nothing to the sum, even 32,768 of them. */
const NEGLIGIBLE = 16;

/** 0 compares by probability alone, 1 by the mean of each token. On human speech 0.6 and 1 are alike. */
const LENGTH_POWER = 0.6;

export type BeamSearchOptions = {
  /** Hypotheses that are kept, and with terms as many within one; 1 is a greedy search. */
  width: number;
  /** The end-of-sequence token. */
  end: number;
  /** A hypothesis ends after this many tokens. */
  maxTokens: number;
  /** Terms that are preferred. */
  terms?: TermTrie | null;
};

/** Beam search: finds a likely text by extending the `width` best hypotheses one token at a time. */
export class BeamSearch {
  readonly #options: BeamSearchOptions;
  #open: readonly Beam[];
  /** The best hypothesis that ended. */
  #best: Beam = { tokens: [], logProbability: -Infinity, bonus: 0 };

  constructor(options: BeamSearchOptions) {
    this.#options = options;
    this.#open = [{ tokens: [], logProbability: 0, terms: options.terms?.start, bonus: 0 }];
  }

  /** Hypotheses to extend; none when the search is over. */
  get open(): readonly Beam[] {
    return this.#open;
  }

  /** The tokens of the best hypothesis that ended. */
  get best(): readonly number[] {
    return this.#best.tokens;
  }

  /**
   * `scores`: for each open hypothesis, the logits of its next token. Returns for each hypothesis
   * that is open now the index of the one it extends.
   */
  extend(scores: readonly Float32Array[]): number[] {
    const { width, end, maxTokens } = this.#options;
    const next = this.#open.flatMap((beam, from) =>
      this.#candidates(beam, scores[from] ?? new Float32Array()).map((one) => ({ from, ...one })),
    );
    const kept = this.#keep(next, width);
    const open: { from: number; beam: Beam }[] = [];
    for (const { from, token, beam } of kept) {
      if (token !== end && beam.tokens.length < maxTokens) open.push({ from, beam });
      else if (score(beam) > score(this.#best)) this.#best = beam;
    }
    // A hypothesis gets less likely with each token, and none is longer than `maxTokens`.
    const isOver = open.every(({ beam }) => score(beam, maxTokens) <= score(this.#best));
    this.#open = isOver ? [] : open.map(({ beam }) => beam);
    return isOver ? [] : open.map(({ from }) => from);
  }

  #candidates(beam: Beam, scores: Float32Array): { token: number; beam: Beam }[] {
    const { width, terms } = this.#options;
    const { best, all } = topTokens(scores, width);
    const top = best.map(({ token, score }) => this.#extendBeam(beam, token, score - all));
    if (!terms || !beam.terms) return top;
    const known = new Set(best.map(({ token }) => token));
    for (const token of terms.tokensAfter(beam.terms)) {
      const logProbability = (scores[token] ?? -Infinity) - all;
      if (known.has(token)) continue;
      known.add(token);
      const one = this.#extendBeam(beam, token, logProbability);
      if (one.beam.terms && !terms.isHopeless(one.beam.terms)) top.push(one);
    }
    return top;
  }

  #extendBeam(beam: Beam, token: number, more: number): { token: number; beam: Beam } {
    const { end, terms: trie } = this.#options;
    const tokens = token === end ? beam.tokens : [...beam.tokens, token];
    const logProbability = beam.logProbability + more;
    if (!trie || !beam.terms) return { token, beam: { tokens, logProbability, bonus: 0 } };
    const terms = token === end ? beam.terms : trie.extend(beam.terms, token, more);
    const bonus = trie.bonus(terms, token === end);
    return { token, beam: { tokens, logProbability, terms, bonus } };
  }

  /**
   * The likeliest; half of them without their bonus. Beside them as many that are within a term: what
   * they cost is given back only when it is completed, and until then they crowd nothing out.
   */
  #keep<T extends { beam: Beam }>(next: readonly T[], width: number): T[] {
    const { terms: trie } = this.#options;
    const plain = best(next, ({ logProbability }) => logProbability);
    if (!trie) return plain.slice(0, width);
    const isWithin = ({ beam }: T): boolean => !!beam.terms && trie.isPending(beam.terms);
    const others = next.filter((one) => !isWithin(one));
    const kept = new Set(plain.slice(0, width >> 1));
    for (const one of best(others, total)) if (kept.size < width) kept.add(one);
    const within = best(
      next.filter((one) => isWithin(one) && !kept.has(one)),
      ({ logProbability, terms }) => logProbability + (terms ? trie.bonusSoFar(terms) : 0),
    );
    return [...kept, ...within.slice(0, width)];
  }
}

function best<T extends { beam: Beam }>(all: readonly T[], worth: (beam: Beam) => number): T[] {
  return all.toSorted((a, b) => worth(b.beam) - worth(a.beam));
}

function total({ logProbability, bonus }: Beam): number {
  return logProbability + bonus;
}

/**
 * Compares hypotheses of different lengths. Probability alone prefers short ones: a lone `8.` won
 * over a whole sentence. Length normalization of Wu et al. 2016 (arXiv 1609.08144, section 7).
 */
function score(beam: Beam, length = beam.tokens.length): number {
  return total(beam) / ((5 + length) / 6) ** LENGTH_POWER;
}

/**
 * The `count` best tokens, and the logarithm of the sum of all. Plain loops: each step has 32,768 logits for each
 * hypothesis.
 */
function topTokens(
  scores: Float32Array,
  count: number,
): { best: { token: number; score: number }[]; all: number } {
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
  const top = best[0]?.score ?? 0;
  const counted = top - NEGLIGIBLE;
  let sum = 0;
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? 0;
    if (score > counted) sum += Math.exp(score - top);
  }
  return { best, all: top + Math.log(sum) };
}
