import { TermTrie, type TermWeights } from './term-trie.ts';
import type { TokenTable } from './token-table.ts';

/** Meetings whose terms are kept ready. */
const MAX_KEPT = 8;

/** The tries of the meetings that are being decoded: building one takes milliseconds. */
export class TermTries {
  readonly #table: TokenTable;
  readonly #weights: TermWeights | undefined;
  readonly #kept = new Map<string, TermTrie>();

  constructor(table: TokenTable, weights?: TermWeights) {
    this.#table = table;
    this.#weights = weights;
  }

  /** Null without terms. */
  of(terms: readonly string[]): TermTrie | null {
    if (terms.length === 0) return null;
    const key = terms.join('\n');
    const trie = this.#kept.get(key) ?? new TermTrie(terms, this.#table, this.#weights);
    this.#kept.delete(key);
    this.#kept.set(key, trie);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return trie;
  }
}
