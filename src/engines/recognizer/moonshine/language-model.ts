// How English talk goes on: which word follows which two (`models/talk`).
import { readFile } from 'node:fs/promises';

const FILE = new URL('../training/talk.lm', import.meta.url);
/** Costs are kept in steps of so much (natural logarithm). */
export const COST_STEP = 1 / 16;
/** What a word costs that it does not know: names among them. */
export const UNKNOWN_COST = 14;
/** Stands before the first word of a sentence. */
export const BEGINNING = '<s>';

/** The words of a text as the model counts them: lower case, without punctuation, British and American spellings as one. */
export function spokenWords(text: string): string[] {
  const bare = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}' ]/gu, ' ');
  return bare.split(' ').flatMap((word) => oneSpelling(word.replace(/^'+|'+$/g, '')) || []);
}

/** `metre` and `meter`, `colour` and `color`, `organise` and `organize`, `travelled` and `traveled`. */
function oneSpelling(word: string): string {
  return word
    .replace(/(?<=\p{L}{2})our/u, 'or')
    .replace(/tre(?=s?$)/, 'ter')
    .replace(/is(?=(?:e[sd]?|ing|ations?)$)/, 'iz')
    .replace(/ll(?=(?:ed|ing|ers?)$)/, 'l');
}

/**
 * Words, pairs and triples of words with what they cost, and what it costs that a pair or triple is not known (back-off).
 * A pair's key is its first word times the number of words, plus its second; a triple's is its first pair's place times that number,
 * plus its last word. Keys rise.
 */
export type LanguageModelTables = {
  words: readonly string[];
  pairs: Uint32Array;
  triples: Uint32Array;
  wordCosts: Uint8Array;
  wordBackOffs: Uint8Array;
  pairCosts: Uint8Array;
  pairBackOffs: Uint8Array;
  tripleCosts: Uint8Array;
};

export class LanguageModel {
  readonly #tables: LanguageModelTables;
  readonly #places: ReadonlyMap<string, number>;

  constructor(tables: LanguageModelTables) {
    this.#tables = tables;
    this.#places = new Map(tables.words.map((word, place) => [word, place]));
  }

  /** How unexpected `word` is after the two before it: the negative natural logarithm of its likelihood. */
  costOf(first: string, second: string, word: string): number {
    const place = this.#places.get(word);
    return place === undefined
      ? UNKNOWN_COST
      : COST_STEP * this.#cost(this.#places.get(first), this.#places.get(second), place);
  }

  #cost(first: number | undefined, second: number | undefined, word: number): number {
    const { words, pairs, triples, wordCosts, wordBackOffs, pairCosts, pairBackOffs, tripleCosts } =
      this.#tables;
    if (second === undefined) return wordCosts[word] ?? 0;
    const context = first === undefined ? -1 : placeIn(pairs, first * words.length + second);
    const triple = context < 0 ? -1 : placeIn(triples, context * words.length + word);
    if (triple >= 0) return tripleCosts[triple] ?? 0;
    const pair = placeIn(pairs, second * words.length + word);
    const cost = pair >= 0 ? pairCosts[pair] : (wordBackOffs[second] ?? 0) + (wordCosts[word] ?? 0);
    return (context < 0 ? 0 : (pairBackOffs[context] ?? 0)) + (cost ?? 0);
  }
}

export async function readLanguageModel(): Promise<LanguageModel> {
  const file = await readFile(FILE);
  const [words = 0, pairs = 0, triples = 0, text = 0] = new Uint32Array(
    file.buffer.slice(file.byteOffset, file.byteOffset + 16),
  );
  let at = file.byteOffset + 16;
  const bytes = (count: number): ArrayBuffer => file.buffer.slice(at, (at += count));
  return new LanguageModel({
    words: Buffer.from(bytes(text)).toString().split('\n'),
    pairs: new Uint32Array(bytes(4 * pairs)),
    triples: new Uint32Array(bytes(4 * triples)),
    wordCosts: new Uint8Array(bytes(words)),
    wordBackOffs: new Uint8Array(bytes(words)),
    pairCosts: new Uint8Array(bytes(pairs)),
    pairBackOffs: new Uint8Array(bytes(pairs)),
    tripleCosts: new Uint8Array(bytes(triples)),
  });
}

function placeIn(keys: Uint32Array, key: number): number {
  let [from, to] = [0, keys.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return middle;
    if (found < key) from = middle + 1;
    else to = middle - 1;
  }
  return -1;
}
