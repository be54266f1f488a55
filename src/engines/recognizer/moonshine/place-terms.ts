// Where a term may replace decoded words, and which of these placements win. The decoder scores each:
// how likely the text with the term is (`insert-terms.ts`).
import { soundDistance, soundsOf } from './sound-distance.ts';
import type { TokenTable } from './token-table.ts';

/** Natural logarithm of the probability of `token` at a position of a text, given the tokens before it. */
export type LogProbability = (at: number, token: number) => number;

/** A term as the model writes it. */
export type Term = { tokens: readonly number[]; sounds: Uint8Array };

/** `term` in place of the tokens `from` to `to` of a text. */
export type Placing = { term: Term; from: number; to: number };

/** `gain`: how much better it fits the sound than the decoded text; natural logarithm. */
export type Judged = Placing & { gain: number };

/** The most common words that a rare name may be misheard as. */
const MAX_WORDS = 5;
/** Shorter terms sound like too many other words. */
const MIN_SOUNDS = 3;
/** Placements that the decoder scores. */
const MAX_PLACINGS = 12;
/** Placements are ranked by the log probability of the first token, minus the distance times this. */
const DISTANCE_RANK = 40;
/** Placements of a lower rank are hardly ever right. */
const MIN_RANK = -30;
/** The least gain for a term to be inserted; natural logarithm. */
const MIN_GAIN = 6;

/**
 * The terms that can be placed. A common word is one token, and the model needs no help with it; a term of only
 * such words would replace correctly recognized words.
 */
export function termsOf(texts: readonly string[], table: TokenTable): Term[] {
  return texts.flatMap((text) => {
    const term = text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    const words = term.toLowerCase().split(' ');
    if (words.every((word) => table.numberOf(asBytes(` ${word}`)) !== undefined)) return [];
    const sounds = soundsOf(term);
    // As given, and as at the start of a sentence.
    const spellings = new Set([term, term.slice(0, 1).toUpperCase() + term.slice(1)]);
    const written = [...spellings].map((spelling) => table.tokensIn(asBytes(` ${spelling}`)));
    return sounds.length < MIN_SOUNDS
      ? []
      : written.filter(({ length }) => length > 0).map((tokens) => ({ tokens, sounds }));
  });
}

/** The placements worth scoring, best first. `logProbability`: of a token at a position of the text. */
export function placingsOf(
  tokens: readonly number[],
  terms: readonly Term[],
  table: TokenTable,
  logProbability: LogProbability,
): Placing[] {
  const placings: (Placing & { rank: number })[] = [];
  for (const { from, to, sounds } of spansOf(tokens, table))
    for (const term of terms) {
      const first = logProbability(from, term.tokens[0] ?? 0);
      const most = (first - MIN_RANK) / DISTANCE_RANK;
      if (most < 0) continue;
      const distance = soundDistance(term.sounds, sounds, most);
      const rank = first - DISTANCE_RANK * distance;
      if (rank >= MIN_RANK) placings.push({ term, from, to, rank });
    }
  return placings.toSorted((a, b) => b.rank - a.rank).slice(0, MAX_PLACINGS);
}

/** One to `MAX_WORDS` words each, without the punctuation after them. */
function spansOf(
  tokens: readonly number[],
  table: TokenTable,
): { from: number; to: number; sounds: Uint8Array }[] {
  const texts = tokens.map((token) => table.charactersOf(token));
  const begins = texts.flatMap((text, i) => (i === 0 || text.startsWith(' ') ? [i] : []));
  return begins.flatMap((from, word) =>
    Array.from({ length: Math.min(MAX_WORDS, begins.length - word) }, (_, more) => {
      let to = begins[word + more + 1] ?? tokens.length;
      while (to > from + 1 && /^[^\p{L}\d]+$/u.test(texts[to - 1] ?? '')) to--;
      return { from, to, sounds: soundsOf(table.textOf(tokens.slice(from, to))) };
    }),
  );
}

/** The text with the terms that gain enough, best first; placements do not overlap. */
export function withTerms(tokens: readonly number[], judged: readonly Judged[]): number[] {
  const taken: Judged[] = [];
  for (const one of judged.toSorted((a, b) => b.gain - a.gain))
    if (one.gain > MIN_GAIN && taken.every(({ from, to }) => one.to <= from || to <= one.from))
      taken.push(one);
  const text = [...tokens];
  for (const { term, from, to } of taken.toSorted((a, b) => b.from - a.from))
    text.splice(from, to - from, ...term.tokens);
  return text;
}

/** The token table holds bytes, one character each. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
