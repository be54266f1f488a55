import pg from 'pg';
import { isReadOnly, isStatementOutdated } from './database/trouble.ts';

const MAX_STATEMENTS = 250;

type Query = (...args: unknown[]) => Promise<unknown>;

const names = new Map<string, string>();
let named = 0;

/** A name for a statement's text; none when there are too many, since each takes memory in every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  const name = `s${(named += 1)}`;
  names.set(text, name);
  return name;
}

/** A newer version has changed a table: statements prepared so far fail in every connection, once or forever. */
function forgetNames(outdated: string, text: string): void {
  if (names.get(text) === outdated) names.clear();
}

/**
 * A connection on which PostgreSQL parses and plans a statement once, not at each call. It ends when the server refuses
 * to write on it, so that the pool opens another.
 */
export class PreparingClient extends pg.Client {
  // Only the overload that Kysely uses is prepared; `pg` has seven more.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const query = super.query.bind(this) as Query;
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2)
      return query(...args) as never;
    return this.#ask(query, text, values) as never;
  }

  async #ask(query: Query, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await this.#askPrepared(query, text, values);
    } catch (error) {
      if (isReadOnly(error)) void this.end();
      throw error;
    }
  }

  async #askPrepared(query: Query, text: string, values: unknown[]): Promise<unknown> {
    const name = values.length > 0 ? nameOf(text) : undefined;
    if (name === undefined) return query(text, values);
    try {
      return await query({ name, text, values });
    } catch (error) {
      if (!isStatementOutdated(error)) throw error;
      forgetNames(name, text);
      // A transaction fails with it, and its caller repeats it.
      if (this.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    }
  }
}
