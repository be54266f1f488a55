// Where a term may replace decoded words, and which of these placements win. The decoder scores each:
// how likely the text with the term is (`insert-terms.ts`).
import { soundDistance, soundsOf } from './sound-distance.ts';
import type { TokenTable } from './token-table.ts';

/** Natural logarithm of the probability of `token` at a position of a text, given the tokens before it. */
export type LogProbability = (at: number, token: number) => number;

/** A term as the model writes it. */
export type Term = { tokens: readonly number[]; sounds: Uint8Array };

/** `term` in place of the tokens `from` to `to` of a text. */
type Place = { term: Term; from: number; to: number };
/** `distance`: between the sounds of both. `rank`: how likely it looks before the sound network scores it. */
export type Placing = Place & { distance: number; rank: number };

/** `gain`: how much better it fits the sound than the decoded text; natural logarithm. */
export type Judged = Place & { gain: number };

/** The most common words that a rare name may be misheard as. */
const MAX_WORDS = 5;
/** Shorter terms sound like too many other words. */
const MIN_SOUNDS = 3;
/** Placements that the sound network scores. */
const MAX_PLACINGS = 40;
/** Placements are ranked by log probabilities, minus the distance times this. */
const DISTANCE_RANK = 40;
/** The weight of what the decoder writes in silence. */
const SILENCE_RANK = 0.5;
/** The least that the decoded words' own score counts: long spans are unlikely anyway. */
const MIN_REPLACED = -8;
/** Placements of a lower rank are hardly ever right. */
const MIN_RANK = -22;
/** The least gain for a term to be inserted; natural logarithm. */
const MIN_GAIN = 1.5;
/** A gain that exceeds that of another term there by less counts for less (`doubtOf`). */
const MIN_LEAD = 5;

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

/**
 * The placements worth scoring, best first: where the decoder was unsure (`decoded`), where the term's first token is
 * likely, more than in silence (`silent`), and where the term sounds like the words.
 */
export function placingsOf(
  tokens: readonly number[],
  terms: readonly Term[],
  table: TokenTable,
  { decoded, silent }: { decoded: LogProbability; silent: LogProbability },
): Placing[] {
  const placings: Placing[] = [];
  for (const { from, to, sounds } of spansOf(tokens, table)) {
    const replaced = tokens
      .slice(from, to)
      .reduce((sum, token, i) => sum + decoded(from + i, token), 0);
    for (const term of terms) {
      const first = term.tokens[0] ?? 0;
      const likely = decoded(from, first) - SILENCE_RANK * silent(from, first);
      const rankIfSame = likely - Math.max(MIN_REPLACED, replaced);
      const most = (rankIfSame - MIN_RANK) / DISTANCE_RANK;
      if (most < 0) continue;
      const distance = soundDistance(term.sounds, sounds, most);
      const rank = rankIfSame - DISTANCE_RANK * distance;
      if (rank >= MIN_RANK) placings.push({ term, from, to, distance, rank });
    }
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
  const clear = judged.map((one) => ({ ...one, gain: one.gain - doubtOf(one, judged, tokens) }));
  const taken: Judged[] = [];
  for (const one of clear.toSorted((a, b) => b.gain - a.gain))
    if (one.gain > MIN_GAIN && taken.every((other) => !overlap(one, other))) taken.push(one);
  return taken
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, one) => withTerm(text, one), [...tokens]);
}

export function withTerm(tokens: readonly number[], { term, from, to }: Place): number[] {
  return [...tokens.slice(0, from), ...term.tokens, ...tokens.slice(to)];
}

/** If another term fits a place almost as well, perhaps neither was said, but a similar name that is no term. */
function doubtOf(one: Judged, judged: readonly Judged[], tokens: readonly number[]): number {
  const text = withTerm(tokens, one).join();
  // A last name does not compete with the whole name that makes the same text, nor two spellings of a term.
  const others = judged.filter(
    (other) =>
      overlap(one, other) &&
      other.term.sounds !== one.term.sounds &&
      withTerm(tokens, other).join() !== text,
  );
  return Math.max(0, ...others.map(({ gain }) => gain + MIN_LEAD - one.gain));
}

function overlap(one: Place, other: Place): boolean {
  return one.from < other.to && other.from < one.to;
}

/** The token table holds bytes, one character each. */
function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
