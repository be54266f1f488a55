import { type RawBuilder, sql } from 'kysely';
import pg, { type ClientConfig } from 'pg';
import { isReadOnly, isStatementOutdated } from './database/trouble.ts';

const MAX_STATEMENTS = 250;

/** After the first word of a statement whose best plan depends on its values: it is planned at each call. */
export const PLANNED_EACH_TIME = '/* planned each time */';

/** One statement for any number of values: `in` would be prepared anew for each number of them. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<boolean> {
  return sql`${sql.ref(column)} = any(${values}::text[])`;
}

type Query = (...args: unknown[]) => Promise<unknown>;

const names = new Map<string, string>();
let named = 0;

/** A name for a statement's text; none when there are too many, since each takes memory in every connection. */
function nameOf(text: string): string | undefined {
  if (text.includes(PLANNED_EACH_TIME)) return undefined;
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

/** `answerWithinMs`: 0 is without limit. */
export type AnswerLimit = { answerWithinMs?: number };

/**
 * A connection on which PostgreSQL parses and plans a statement once, not at each call. It ends, so that the pool opens
 * another, when the server refuses to write on it or does not answer in time: Linux would wait 15 minutes for a machine
 * that vanished, and sends no keepalive meanwhile.
 */
export class PreparingClient extends pg.Client {
  readonly #answerWithinMs: number;

  constructor(options: ClientConfig & AnswerLimit = {}) {
    super(options);
    this.#answerWithinMs = options.answerWithinMs ?? 0;
  }

  // Only the overload that Kysely uses is limited and prepared; `pg` has seven more.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const query = super.query.bind(this) as Query;
    if (typeof text !== 'string' || !Array.isArray(values) || args.length > 2)
      return query(...args) as never;
    return this.#ask(query, text, values) as never;
  }

  async #ask(query: Query, text: string, values: unknown[]): Promise<unknown> {
    const limit = this.#answerWithinMs;
    const timer = limit > 0 ? setTimeout(() => void this.end(), limit) : undefined;
    try {
      return await this.#askPrepared(query, text, values);
    } catch (error) {
      if (isReadOnly(error)) void this.end();
      throw error;
    } finally {
      clearTimeout(timer);
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
