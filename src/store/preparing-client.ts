import pg from 'pg';
import { isStatementOutdated } from './database/trouble.ts';

const MAX_STATEMENTS = 250;

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

/** A connection on which PostgreSQL parses and plans a statement once, not at each call. */
export class PreparingClient extends pg.Client {
  // Only the overload that Kysely uses is prepared; `pg` has seven more.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    const query = super.query.bind(this) as (...given: unknown[]) => Promise<unknown>;
    if (
      typeof text !== 'string' ||
      !Array.isArray(values) ||
      values.length === 0 ||
      args.length > 2
    )
      return query(...args) as never;
    const name = nameOf(text);
    if (name === undefined) return query(text, values) as never;
    const answer = query({ name, text, values }).catch((error: unknown) => {
      if (!isStatementOutdated(error)) throw error;
      forgetNames(name, text);
      // A transaction fails with it, and its caller repeats it.
      if (this.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    });
    return answer as never;
  }
}
