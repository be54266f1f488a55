// How well a text under way goes on as talk does, beside how well it fits the sound (shallow fusion).
import { BEGINNING, type LanguageModel, spokenWords } from './language-model.ts';
import type { TextOf } from './token-table.ts';

/** A text under way: the two words before the one that is being written, and that one so far. */
export type WordsSoFar = { first: string; second: string; word: string };

/** How much the language model counts beside the sound. */
const WEIGHT = 0.15;
/** A word that costs so much neither speaks for a text nor against it, so that texts of more words are not less likely for that. */
const USUAL_COST = 5;
const WORD_BEGINS = /^[ -]/;
const SENTENCE_ENDS = /[.?!]$/;

export class ExpectedWords {
  readonly beginning: WordsSoFar = { first: BEGINNING, second: BEGINNING, word: '' };
  /** What a text may gain by its next words, before it is given up. */
  readonly mostHope = WEIGHT * USUAL_COST;
  readonly #model: LanguageModel;
  readonly #textOf: TextOf;

  constructor(model: LanguageModel, textOf: TextOf) {
    this.#model = model;
    this.#textOf = textOf;
  }

  /** Goes on by a piece; `gain`: what the word that ends with it adds to the text's likelihood (natural logarithm). */
  next(soFar: WordsSoFar, piece: number): { soFar: WordsSoFar; gain: number } {
    const text = this.#textOf([piece]);
    if (!WORD_BEGINS.test(text)) return { soFar: { ...soFar, word: soFar.word + text }, gain: 0 };
    const { first, second, gain } = this.#end(soFar);
    const before = SENTENCE_ENDS.test(soFar.word)
      ? { first: BEGINNING, second: BEGINNING }
      : { first, second };
    return { soFar: { ...before, word: text }, gain };
  }

  /** What the last word adds when the text ends. */
  end(soFar: WordsSoFar): number {
    return this.#end(soFar).gain;
  }

  #end({ first, second, word }: WordsSoFar): { first: string; second: string; gain: number } {
    let gain = 0;
    for (const spoken of spokenWords(word)) {
      gain += WEIGHT * (USUAL_COST - this.#model.costOf(first, second, spoken));
      [first, second] = [second, spoken];
    }
    return { first, second, gain };
  }
}
