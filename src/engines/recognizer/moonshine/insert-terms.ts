// Puts the terms of a meeting into a decoded text. The model hardly ever writes a rare name by itself,
// but it can judge one: it scores the text with the name as likely where the name was said.
import {
  type Judged,
  type LogProbability,
  type Placing,
  placingsOf,
  type Term,
  withTerms,
} from './place-terms.ts';
import type { TokenTable } from './token-table.ts';

/** The decoder's scores. `end` is the end-of-text token. */
export type Judge = {
  end: number;
  /** Given the sound, for each text. */
  ofTexts(texts: readonly (readonly number[])[]): Promise<LogProbability[]>;
  /** For terms given silence: the model writes some names easily, whatever was said. */
  ofTerms(terms: readonly Term[]): Promise<number[]>;
};

type Evidence = { decoded: LogProbability; placed: LogProbability; prior: number; end: number };

/**
 * The weights of a gain. Fitted on the set `training` of `bench/vocabulary.ts` by logistic regression, where sound
 * distance and number of tokens added nothing. `MIN_GAIN` was then chosen on `development`.
 */
const WEIGHTS = { prior: 0.7, rest: 0.55 };
/** Words after a misheard name are often wrong too: they are weak evidence against it. */
const MIN_REST = -6;

/** `tokens` with the terms that were said but not recognized. */
export async function insertTerms(
  tokens: readonly number[],
  terms: readonly Term[],
  table: TokenTable,
  judge: Judge,
): Promise<readonly number[]> {
  if (tokens.length === 0 || terms.length === 0) return tokens;
  const [decoded] = await judge.ofTexts([tokens]);
  if (!decoded) return tokens;
  const placings = placingsOf(tokens, terms, table, decoded);
  if (placings.length === 0) return tokens;
  const texts = placings.map(({ term, from, to }) => [
    ...tokens.slice(0, from),
    ...term.tokens,
    ...tokens.slice(to),
  ]);
  const placed = await judge.ofTexts(texts);
  const priors = await judge.ofTerms(placings.map(({ term }) => term));
  const judged = placings.map((placing, i) =>
    judgedBy(placing, tokens, {
      decoded,
      placed: placed[i] ?? decoded,
      prior: priors[i] ?? 0,
      end: judge.end,
    }),
  );
  return withTerms(tokens, judged);
}

function judgedBy(
  placing: Placing,
  tokens: readonly number[],
  { decoded, placed, prior, end }: Evidence,
): Judged {
  const { term, from, to } = placing;
  const rest = [...tokens.slice(to), end];
  const itself = sumOf(placed, term.tokens, from) - sumOf(decoded, tokens.slice(from, to), from);
  const after = sumOf(placed, rest, from + term.tokens.length) - sumOf(decoded, rest, to);
  const gain = itself - WEIGHTS.prior * prior + WEIGHTS.rest * Math.max(MIN_REST, after);
  return { ...placing, gain };
}

function sumOf(logProbability: LogProbability, tokens: readonly number[], from: number): number {
  return tokens.reduce((sum, token, i) => sum + logProbability(from + i, token), 0);
}
