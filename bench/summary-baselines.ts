// What any summarizer must beat: the first sentences, TextRank (Mihalcea and Tarau, 2004) and a
// TF-IDF centroid (Radev et al., 2004).
import { contentWords } from '../src/engines/summarizer/text/content-words.ts';

export type Baseline = (sentences: readonly string[]) => number[];

export const baselines: Record<string, Baseline> = {
  'lead-N': (sentences) => sentences.map((_, at) => -at),
  TextRank: textRank,
  'TF-IDF centroid': centroid,
};

/** The best sentences within a number of words, in the order of the meeting. */
export function pick(
  sentences: readonly string[],
  scores: readonly number[],
  words: number,
): string {
  const order = sentences
    .map((_, at) => at)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  const chosen: number[] = [];
  let used = 0;
  for (const at of order) {
    const length = sentences[at]?.split(/\s+/).length ?? 0;
    if (used + length > words) continue;
    chosen.push(at);
    used += length;
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((at) => sentences[at])
    .join(' ');
}

function textRank(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => new Set(contentWords(sentence)));
  const weight = words.map((first, a) =>
    words.map((second, b) => {
      if (a === b || first.size < 2 || second.size < 2) return 0;
      const common = [...first].filter((word) => second.has(word)).length;
      return common / (Math.log(first.size) + Math.log(second.size));
    }),
  );
  const sums = weight.map((row) => row.reduce((sum, value) => sum + value, 0));
  let rank = sentences.map(() => 1);
  for (let round = 0; round < 30; round += 1) {
    rank = rank.map(
      (_, at) =>
        0.15 +
        0.85 *
          rank.reduce(
            (sum, other, b) => sum + ((weight[b]?.[at] ?? 0) / (sums[b] || 1)) * other,
            0,
          ),
    );
  }
  return rank;
}

function centroid(sentences: readonly string[]): number[] {
  const words = sentences.map((sentence) => contentWords(sentence));
  const holds = new Map<string, number>();
  for (const list of words)
    for (const word of new Set(list)) holds.set(word, (holds.get(word) ?? 0) + 1);
  const idf = (word: string): number => Math.log(1 + sentences.length / (holds.get(word) ?? 1));
  const center = new Map<string, number>();
  for (const list of words)
    for (const word of list) center.set(word, (center.get(word) ?? 0) + idf(word));
  const norm = Math.hypot(...center.values());
  return words.map((list) => {
    const vector = new Map<string, number>();
    for (const word of list) vector.set(word, (vector.get(word) ?? 0) + idf(word));
    const length = Math.hypot(...vector.values());
    return length === 0
      ? 0
      : [...vector].reduce((sum, [word, value]) => sum + value * (center.get(word) ?? 0), 0) /
          (length * norm);
  });
}
