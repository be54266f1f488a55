const GAP = '  ';

/** Aligned columns under their headings; empty when there are no rows. For people: programs use JSON. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => lengthOf(row[column] ?? ''))),
  );
  return [heads, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

/** One line per property of an object. */
export function details(rows: Readonly<Record<string, string | null | undefined>>): string {
  const known = Object.entries(rows).filter(
    (row): row is [string, string] => typeof row[1] === 'string' && row[1] !== '',
  );
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}${GAP}${value}`).join('\n');
}

/** A letter and its accents count as one. */
const letters = new Intl.Segmenter();
const lengthOf = (text: string): number => [...letters.segment(text)].length;
