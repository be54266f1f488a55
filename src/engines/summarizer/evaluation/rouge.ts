// ROUGE-1 and ROUGE-Lsum (Lin 2004): how much of a reference's wording a summary contains. F1, without stemming.
import { countsOf } from '../text/content-words.ts';
import { f1 } from './score-summary.ts';

/** Both arguments are lists of sentences. */
export function rouge1(summary: readonly string[], reference: readonly string[]): number {
  const shown = summary.flatMap(tokensOf);
  const wanted = reference.flatMap(tokensOf);
  const left = countsOf(shown);
  const right = wanted.filter((token) => takeOne(left, token)).length;
  return f1({ right, shown: shown.length, wanted: wanted.length });
}

/** For each sentence of the reference the union of its longest common subsequences with all of the summary's. */
export function rougeLsum(summary: readonly string[], reference: readonly string[]): number {
  const shown = summary.map(tokensOf);
  const left = countsOf(shown.flat());
  let right = 0;
  for (const wanted of reference.map(tokensOf)) {
    const union = new Set(shown.flatMap((sentence) => commonPlaces(wanted, sentence)));
    right += [...union].filter((at) => takeOne(left, wanted[at] ?? '')).length;
  }
  return f1({ right, shown: shown.flat().length, wanted: reference.flatMap(tokensOf).length });
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Each word of the summary counts once. */
function takeOne(left: Map<string, number>, token: string): boolean {
  const count = left.get(token) ?? 0;
  if (count > 0) left.set(token, count - 1);
  return count > 0;
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
