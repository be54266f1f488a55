export type Row = Record<string, number | string>;

/** As docs/measured.md shows it: a line a figure, a column a row. */
export function asColumns(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = names.map(
    (name) => `| ${[name, ...rows.map((row) => row[name] ?? '')].join(' | ')} |`,
  );
  return [...lines.slice(0, 1), `|${' --- |'.repeat(rows.length + 1)}`, ...lines.slice(1)].join(
    '\n',
  );
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
