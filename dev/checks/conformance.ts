// docs/conformance.md names a test for each promise; this keeps the table from rotting.
import { existsSync, readFileSync } from 'node:fs';
import { problems } from '../../contract/generated/problems.ts';

const TABLE = 'docs/conformance.md';
const upTo = (last: number, prefix: string, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${prefix}${i + first}`);
/** What the table must have a row for: the decisions, the two state machines, the invariants, the extensions, the problems. */
const PROMISES = [
  ...upTo(54, ''),
  ...upTo(10, 'M', 0),
  ...upTo(7, 'A', 0),
  ...upTo(10, 'I'),
  ...upTo(13, 'E'),
  ...Object.keys(problems).map((code) => `\`${code}\``),
];

export type Row = { promise: string; tests: { file: string; titles: string[] }[] };

/** Rows of the tables whose last cell names tests: a file in backticks, then titles in curly quotes. */
export function rowsOf(markdown: string): Row[] {
  const lines = markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('.test.ts'));
  return lines.map((line) => {
    const cells = line.split(' | ');
    const tests = [...(cells.at(-1) ?? '').matchAll(/`([^`]+\.test\.ts)`([^`]*)/g)].map(
      ([, file = '', rest = '']) => ({
        file,
        titles: [...rest.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
      }),
    );
    return { promise: (cells[0] ?? '').slice(2).trim(), tests };
  });
}

/** One line a fault. `read` gives the text of a test file, or null. */
export function tableFaults(
  rows: readonly Row[],
  promises: readonly string[],
  read: (file: string) => string | null,
): string[] {
  const missing = promises.filter((promise) => !rows.some((row) => row.promise === promise));
  const faults = rows.flatMap(({ promise, tests }) =>
    tests.flatMap(({ file, titles }) => {
      const text = read(file);
      if (text === null) return [`${promise}: ${file} is gone`];
      if (titles.length === 0) return [`${promise}: no title is named of ${file}`];
      return titles
        .filter((title) => !isTitleIn(title, text))
        .map((title) => `${promise}: ${file} has no “${title}”`);
    }),
  );
  return [...missing.map((promise) => `no row says which test holds ${promise}`), ...faults];
}

const isTitleIn = (title: string, text: string) =>
  ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));

export function conformanceFaults(): string[] {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  return tableFaults(rowsOf(readFileSync(TABLE, 'utf8')), PROMISES, read).map(
    (fault) => `${TABLE}: ${fault}`,
  );
}
