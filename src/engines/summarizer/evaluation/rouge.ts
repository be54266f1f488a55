// ROUGE-1 and ROUGE-Lsum (Lin 2004): how much of a reference's wording a summary contains. F1, without stemming.

/** Both arguments are lists of sentences. */
export function rouge1(summary: readonly string[], reference: readonly string[]): number {
  const shown = countsOf(summary.flatMap(tokensOf));
  const wanted = countsOf(reference.flatMap(tokensOf));
  let common = 0;
  for (const [token, count] of wanted) common += Math.min(count, shown.get(token) ?? 0);
  return f1(common, sumOf(shown), sumOf(wanted));
}

/** For each sentence of the reference the union of its longest common subsequences with all of the summary's. */
export function rougeLsum(summary: readonly string[], reference: readonly string[]): number {
  const shown = summary.map(tokensOf);
  const left = countsOf(shown.flat());
  let common = 0;
  for (const wanted of reference.map(tokensOf)) {
    const union = new Set(shown.flatMap((sentence) => commonPlaces(wanted, sentence)));
    for (const at of union) {
      const token = wanted[at] ?? '';
      const count = left.get(token) ?? 0;
      if (count === 0) continue;
      left.set(token, count - 1);
      common += 1;
    }
  }
  return f1(common, shown.flat().length, reference.flatMap(tokensOf).length);
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function countsOf(tokens: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function f1(common: number, shown: number, wanted: number): number {
  return common === 0 ? 0 : (2 * common) / (shown + wanted);
}

/** The indexes in `wanted` of a longest common subsequence with `sentence`. */
function commonPlaces(wanted: readonly string[], sentence: readonly string[]): number[] {
  const lengths = [new Uint16Array(sentence.length + 1)];
  for (const [at, token] of wanted.entries()) {
    const above = lengths[at] ?? new Uint16Array();
    const row = new Uint16Array(sentence.length + 1);
    for (const [to, other] of sentence.entries())
      row[to + 1] =
        token === other ? (above[to] ?? 0) + 1 : Math.max(above[to + 1] ?? 0, row[to] ?? 0);
    lengths.push(row);
  }
  const places: number[] = [];
  let [at, to] = [wanted.length, sentence.length];
  while (at > 0 && to > 0) {
    const above = lengths[at - 1]?.[to] ?? 0;
    if (wanted[at - 1] === sentence[to - 1]) {
      places.push(at - 1);
      at -= 1;
      to -= 1;
    } else if (above >= (lengths[at]?.[to - 1] ?? 0)) at -= 1;
    else to -= 1;
  }
  return places;
}
