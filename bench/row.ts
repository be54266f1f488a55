import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../setup/places.mjs';

export type Row = Record<string, number | string>;

/** Arguments that no bench can follow. */
export class Misuse extends Error {}

/** The rows of these numbers; all of them if there is none. */
export function chosenRows<T>(
  rows: readonly T[],
  numbers: readonly string[],
  numberOf: (row: T) => number,
): T[] {
  const has = (number: string): boolean => rows.some((row) => String(numberOf(row)) === number);
  const unknown = numbers.filter((number) => !has(number));
  const known = [...new Set(rows.map(numberOf))].join(', ');
  if (unknown.length > 0)
    throw new Misuse(`There is no row ${unknown.join(', ')}; there are: ${known}`);
  return rows.filter((row) => numbers.length === 0 || numbers.includes(String(numberOf(row))));
}

/** As docs/measured.md shows it: one line per figure, one column per row. */
export function asColumns(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = names.map(
    (name) => `| ${[name, ...rows.map((row) => row[name] ?? '')].join(' | ')} |`,
  );
  return [...lines.slice(0, 1), `|${' --- |'.repeat(rows.length + 1)}`, ...lines.slice(1)].join(
    '\n',
  );
}

/** One line per row, one column per figure. */
export function asLines(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) =>
    Object.values(row).map((value) => String(value).replaceAll('|', '/')),
  );
  return [names, names.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Nearest rank. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

/** The built scripts among these paths of the page, each by gzip -9, in kilobytes. */
export async function scriptKilobytes(loaded: readonly string[]): Promise<number> {
  const folder = join(projectRoot(), 'clients/web/dist');
  const scripts = [...new Set(loaded)].filter((path) => path.endsWith('.js'));
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}
