// Shallow fusion with a list of terms: a hypothesis earns a bonus for each letter of a term that it
// spells, and loses it when the term is not completed. Characters here are bytes of UTF-8.
import type { TokenTable } from './token-table.ts';

type Node = { next: Map<string, Node>; isEnd: boolean; tokens?: readonly number[] };

/** Where a hypothesis stands in the terms. Bonuses are natural logarithms. */
export type TermState = {
  node: Node;
  /** Earned by completed terms. */
  kept: number;
  /** Earned by the term that is being spelled; lost unless it is completed. */
  pending: number;
  /** The part of `pending` that a shorter, completed term has earned. */
  completed: number;
};

/** Logarithm of how much likelier a term gets with each of its letters. Figures: docs/measured.md. */
export const TERM_WEIGHT = 1.5;
/** No token of the embedded model is longer. */
const MAX_TOKEN_LENGTH = 48;

/** The terms that are preferred in one range. */
export class TermTrie {
  readonly #root: Node = newNode();
  readonly #table: TokenTable;
  readonly #weight: number;

  constructor(terms: readonly string[], table: TokenTable, weight = TERM_WEIGHT) {
    this.#table = table;
    this.#weight = weight;
    for (const term of terms) for (const spelling of spellingsOf(term)) this.#add(spelling);
  }

  get start(): TermState {
    return { node: this.#root, kept: 0, pending: 0, completed: 0 };
  }

  /** Tokens that begin a term or go on with the one that is being spelled. */
  tokensAfter({ node }: TermState): readonly number[] {
    const begin = this.#tokensOf(this.#root);
    return node === this.#root ? begin : [...this.#tokensOf(node), ...begin];
  }

  /** `logProbability`: of the token. No token gets more than certain, or names would follow on names. */
  extend(state: TermState, token: number, logProbability: number): TermState {
    let { node, kept, pending, completed } = state;
    let left = -logProbability;
    for (const character of this.#table.charactersOf(token)) {
      const next = node.next.get(character);
      if (node.isEnd && !isLetter(character)) completed = pending;
      if (next) {
        const gain = character === ' ' ? 0 : Math.min(this.#weight, left);
        pending += gain;
        left -= gain;
        node = next;
        continue;
      }
      kept += completed;
      pending = 0;
      completed = 0;
      node = this.#root.next.get(character) ?? this.#root;
    }
    return { node, kept, pending, completed };
  }

  /** What the hypothesis has earned; `isOver`: nothing follows it. */
  bonus({ node, kept, pending, completed }: TermState, isOver: boolean): number {
    return kept + (isOver && !node.isEnd ? completed : pending);
  }

  #add(term: string): void {
    // The model knows a common word by one token, and needs no help with it.
    if (this.#table.numberOf(` ${term.toLowerCase()}`) !== undefined) return;
    let node = this.#root;
    for (const character of ` ${term}`) {
      const next: Node = node.next.get(character) ?? newNode();
      node.next.set(character, next);
      node = next;
    }
    node.isEnd = true;
  }

  #tokensOf(node: Node): readonly number[] {
    node.tokens ??= [...this.#tokensBelow(node, '')];
    return node.tokens;
  }

  *#tokensBelow(node: Node, before: string): Generator<number> {
    if (before.length === MAX_TOKEN_LENGTH) return;
    for (const [character, next] of node.next) {
      const text = before + character;
      const number = this.#table.numberOf(text);
      if (number !== undefined && text !== ' ') yield number;
      yield* this.#tokensBelow(next, text);
    }
  }
}

function newNode(): Node {
  return { next: new Map(), isEnd: false };
}

/** As given, and as a sentence begins with it. */
function spellingsOf(term: string): Set<string> {
  const text = term.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  if (text === '') return new Set();
  const [first = ''] = text;
  const spellings = [text, first.toUpperCase() + text.slice(first.length)];
  return new Set(spellings.map((one) => Buffer.from(one).toString('latin1')));
}

/** Bytes above 127 belong to letters that ASCII does not have. */
function isLetter(character: string): boolean {
  return /[a-z\u0080-\u00ff]/i.test(character);
}
