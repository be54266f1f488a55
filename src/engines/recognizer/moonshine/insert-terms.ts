// Puts the terms of a meeting into a decoded text. The model hardly ever writes a rare name by itself,
// but it can judge one: it scores the text with the name as likely where the name was said.
import {
  type Judged,
  type LogProbability,
  type Placing,
  placingsOf,
  type Term,
  withTerm,
  withTerms,
} from './place-terms.ts';
import { soundsOf } from './sound-distance.ts';
import type { TokenTable } from './token-table.ts';

/** The decoder's scores. `end` is the end-of-text token. */
export type Judge = {
  end: number;
  /** Given the sound, for each text. */
  ofTexts(texts: readonly (readonly number[])[]): Promise<LogProbability[]>;
  /** The log-likelihood of the sounds of each text, by the sound network; undefined if the model has none. */
  bySound(texts: readonly Uint8Array[]): Promise<number[] | undefined>;
  /** Given silence: what the model writes easily, whatever was said. */
  inSilence(texts: readonly (readonly number[])[]): Promise<LogProbability[]>;
};

/** `sounds`: how much better than the decoded text the sound network finds the text with the term. */
type Scored = Placing & { text: readonly number[]; sounds: number };
/** And what the decoder says for it, given the sound. */
type Heard = Scored & { itself: number; after: number };

/**
 * The weights of a gain, relative to the term's score. Fitted with Moonshine tiny on the set `training` of
 * `bench/vocabulary.ts` by logistic regression, where number of tokens and the score of the decoded words in
 * silence added nothing. `decoded`, `distance` and (with Moonshine base) `sounds` were then chosen on `development`,
 * like `MIN_GAIN`.
 */
const WEIGHTS = { decoded: 0.7, silence: 0.65, after: 0.25, distance: 5, sounds: 0.1 };
/** Of `sounds`, relative to `rank`. */
const SOUNDS_RANK = 0.2;
/** Placements that the decoder scores. */
const MAX_JUDGED = 6;
/** A larger ratio counts as this one. */
const MAX_SOUNDS = 40;
/** `sounds` without a sound network: a term needs more of the other evidence. */
const UNKNOWN_SOUNDS = -15;
/** Words after a misheard name are often wrong too: they are weak evidence against it. */
const MIN_AFTER = -6;
/** Silence hardly ever makes up for less. */
const MIN_ITSELF = -18;

/** `tokens` with the terms that were said but not recognized. */
export async function insertTerms(
  tokens: readonly number[],
  terms: readonly Term[],
  table: TokenTable,
  judge: Judge,
): Promise<readonly number[]> {
  if (tokens.length === 0 || terms.length === 0) return tokens;
  const [decoded] = await judge.ofTexts([tokens]);
  const [silent] = await judge.inSilence([tokens]);
  if (!decoded || !silent) return tokens;
  const possible = placingsOf(tokens, terms, table, { decoded, silent });
  const placings = (await rankBySound(tokens, possible, table, judge)).slice(0, MAX_JUDGED);
  const scores = placings.length > 0 ? await judge.ofTexts(placings.map(({ text }) => text)) : [];
  const heard = placings
    .map((placing, i): Heard => {
      const { term, from, to } = placing;
      const placed = scores[i] ?? decoded;
      const rest = [...tokens.slice(to), judge.end];
      const replaced = sumOf(decoded, tokens.slice(from, to), from);
      const itself = sumOf(placed, term.tokens, from) - WEIGHTS.decoded * replaced;
      const after = sumOf(placed, rest, from + term.tokens.length) - sumOf(decoded, rest, to);
      return { ...placing, itself, after };
    })
    .filter(({ itself }) => itself > MIN_ITSELF);
  return withTerms(tokens, await gainsOf(heard, judge));
}

/** Best first. */
async function rankBySound(
  tokens: readonly number[],
  placings: readonly Placing[],
  table: TokenTable,
  judge: Judge,
): Promise<Scored[]> {
  const texts = placings.map((placing) => withTerm(tokens, placing));
  const spelled = [tokens, ...texts].map((text) => soundsOf(table.textOf(text)));
  const [decoded = 0, ...scores] = (placings.length > 0 && (await judge.bySound(spelled))) || [];
  return placings
    .map((placing, i) => {
      const more = (scores[i] ?? -Infinity) - decoded;
      const sounds = Number.isFinite(more)
        ? Math.max(-MAX_SOUNDS, Math.min(MAX_SOUNDS, more))
        : UNKNOWN_SOUNDS;
      return { ...placing, text: texts[i] ?? tokens, sounds };
    })
    .toSorted((a, b) => b.rank + SOUNDS_RANK * b.sounds - (a.rank + SOUNDS_RANK * a.sounds));
}

async function gainsOf(heard: readonly Heard[], judge: Judge): Promise<Judged[]> {
  if (heard.length === 0) return [];
  // What follows a term does not change its score.
  const texts = heard.map(({ text, from, term }) => text.slice(0, from + term.tokens.length));
  const silent = await judge.inSilence(texts);
  return heard.map(({ term, from, to, distance, sounds, itself, after }, i) => {
    const easy = sumOf(silent[i] ?? (() => 0), term.tokens, from);
    const evidence = itself + WEIGHTS.after * Math.max(MIN_AFTER, after) + WEIGHTS.sounds * sounds;
    const gain = evidence - WEIGHTS.silence * easy - WEIGHTS.distance * distance;
    return { term, from, to, gain };
  });
}

function sumOf(logProbability: LogProbability, tokens: readonly number[], from: number): number {
  return tokens.reduce((sum, token, i) => sum + logProbability(from + i, token), 0);
}
