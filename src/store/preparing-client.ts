import pg from 'pg';

const MAX_STATEMENTS = 250;
const RESULT_HAS_CHANGED = '0A000';

const names = new Map<string, string>();

/** A name for a text that comes again; none when there are too many: each takes memory in every connection. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** A connection on which PostgreSQL parses and plans a statement once, not at each call. */
export class PreparingClient extends pg.Client {
  /** Texts whose columns a newer version has changed since they were prepared here. */
  readonly #outdated = new Set<string>();

  // Kysely's way to call is the only one that is prepared; the types of `pg` have seven more.
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
    const name = this.#outdated.has(text) ? undefined : nameOf(text);
    if (name === undefined) return query(text, values) as never;
    const answer = query({ name, text, values }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== RESULT_HAS_CHANGED) throw error;
      this.#outdated.add(text);
      if (this.getTransactionStatus() !== 'I') throw error;
      return query(text, values);
    });
    return answer as never;
  }
}
