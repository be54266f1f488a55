// Shallow fusion with a list of terms: what the tokens of a term cost is given back to the hypothesis
// that completes it, up to the term's allowance. Characters here are bytes of UTF-8.
import type { TokenTable } from './token-table.ts';

type Node = {
  next: Map<string, Node>;
  /** Characters from the root, with the space before the term. */
  depth: number;
  /** The largest of the terms that go on from here; 0 before the first letter. */
  allowance: number;
  /** Of the term that ends here. */
  end: number | undefined;
  /** With which the model goes on writing the terms below. */
  tokens: Set<number>;
};

/** Where a hypothesis stands in the terms. Costs and bonuses are natural logarithms. */
export type TermState = {
  node: Node;
  /** Given back for completed terms. */
  kept: number;
  /** Cost of the term that is being spelled. */
  spent: number;
  /** A shorter term that is completed, and the part of `spent` that is given back for it. */
  completed: { node: Node; bonus: number } | null;
  /** Terms that were given back: the model repeats a word by itself, and a loop must not be free. */
  given: readonly Node[];
};

/** The allowance of a term is the least of the three. */
export type TermWeights = {
  /** For each of its letters. */
  letter: number;
  /** For each of its tokens: the model writes a name of few tokens by itself, also where it was not said. */
  token: number;
  term: number;
};

/** Fitted on the set `development` of `bench/vocabulary-sentences.ts`. */
export const TERM_WEIGHTS: TermWeights = { letter: 3, token: 3.5, term: 10 };

/** The terms that are preferred in one range. */
export class TermTrie {
  readonly #root: Node = newNode(0);
  readonly #table: TokenTable;
  readonly #weights: TermWeights;

  constructor(terms: readonly string[], table: TokenTable, weights = TERM_WEIGHTS) {
    this.#table = table;
    this.#weights = weights;
    for (const term of terms) for (const spelling of spellingsOf(term)) this.#add(spelling);
  }

  get start(): TermState {
    return { node: this.#root, kept: 0, spent: 0, completed: null, given: [] };
  }

  /** Tokens that begin a term or go on with the one that is being spelled. */
  tokensAfter({ node }: TermState): readonly number[] {
    const begin = [...this.#root.tokens];
    return node === this.#root ? begin : [...node.tokens, ...begin];
  }

  /** `logProbability`: of the token. */
  extend(state: TermState, token: number, logProbability: number): TermState {
    let { node, kept, spent, completed, given } = state;
    let cost = -logProbability;
    for (const character of this.#table.charactersOf(token)) {
      if (node.end !== undefined && !isLetter(character))
        completed = { node, bonus: bonusOf(node, spent, given) };
      const next = node.next.get(character);
      if (next) {
        spent += cost;
        cost = 0;
        node = next;
        continue;
      }
      if (completed) {
        kept += completed.bonus;
        given = [...given, completed.node];
        completed = null;
      }
      node = this.#root.next.get(character) ?? this.#root;
      spent = node === this.#root ? 0 : cost;
    }
    return { node, kept, spent, completed, given };
  }

  /** What is given back to the hypothesis; `isOver`: nothing follows it. */
  bonus({ node, kept, spent, completed, given }: TermState, isOver: boolean): number {
    const shorter = completed?.bonus ?? 0;
    if (!isOver) return kept + Math.max(shorter, Math.min(spent, node.allowance));
    return kept + (node.end === undefined ? shorter : bonusOf(node, spent, given));
  }

  /** `bonus` in proportion to the letters of the term: which of several beginnings fits best. */
  bonusSoFar({ node, kept, spent }: TermState): number {
    const letters = Math.max(0, node.depth - 1);
    return kept + Math.min(spent, node.allowance, this.#weights.letter * letters);
  }

  /** Whether a term is begun and not completed. */
  isPending({ node }: TermState): boolean {
    return node.allowance > 0 && node.end === undefined;
  }

  /** Whether the term that is being spelled costs too much to win. */
  isHopeless({ node, spent }: TermState): boolean {
    return spent > node.allowance + MAX_EXCESS;
  }

  #add(term: string): void {
    // The model knows a common word by one token, and needs no help with it.
    if (this.#table.numberOf(` ${term.toLowerCase()}`) !== undefined) return;
    const letters = [...term].filter((character) => character !== ' ').length;
    const tokens = this.#table.tokensIn(` ${term}`);
    const { letter, token, term: most } = this.#weights;
    const allowance = Math.min(most, letter * letters, token * tokens.length);
    const nodes = [this.#root];
    for (const character of ` ${term}`) {
      const { next, depth } = nodes.at(-1) ?? this.#root;
      const node = next.get(character) ?? newNode(depth + 1);
      next.set(character, node);
      if (depth > 0) node.allowance = Math.max(node.allowance, allowance);
      nodes.push(node);
    }
    const end = nodes.at(-1);
    if (end) end.end = allowance;
    let written = 0;
    for (const number of tokens) {
      nodes[written]?.tokens.add(number);
      written += this.#table.charactersOf(number).length;
    }
  }
}

/** A term that costs more than its allowance may still win over words that fit badly. */
const MAX_EXCESS = 4;

function bonusOf(node: Node, spent: number, given: readonly Node[]): number {
  return given.includes(node) ? 0 : Math.min(spent, node.end ?? 0);
}

function newNode(depth: number): Node {
  return { next: new Map(), depth, allowance: 0, end: undefined, tokens: new Set() };
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
