import { countsOf } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

const WINDOW_SENTENCES = 8;
const MIN_BLOCK_SENTENCES = 4;
/** A sentence that names a new topic counts as much as a clear change of vocabulary. */
const OPENS = 0.5;

/**
 * Cuts the meeting into at most `limit` blocks where the vocabulary changes most (after Hearst's TextTiling, 1997).
 * Linear in the number of words. `opened`: the words of the topic that each sentence opens.
 */
export function segmentTopics(
  sentences: readonly SpokenSentence[],
  content: readonly (readonly string[])[],
  limit: number,
  opened: readonly (readonly string[])[],
): SpokenSentence[][] {
  const least = Math.max(MIN_BLOCK_SENTENCES, Math.floor(sentences.length / (limit * 3)));
  if (limit < 2 || sentences.length < least * 2)
    return sentences.length === 0 ? [] : [[...sentences]];
  const depths = valleyDepths(similarities(content));
  const ranked = depths
    .map((depth, at) => ({ depth: depth + (opened[at + 1]?.length ? OPENS : 0), at: at + 1 }))
    .toSorted((a, b) => b.depth - a.depth || a.at - b.at);
  const cuts: number[] = [];
  for (const { depth, at } of ranked) {
    if (cuts.length >= limit - 1 || depth <= 0) break;
    if (
      at < least ||
      sentences.length - at < least ||
      cuts.some((cut) => Math.abs(cut - at) < least)
    )
      continue;
    cuts.push(at);
  }
  const edges = [0, ...cuts.toSorted((a, b) => a - b), sentences.length];
  return edges.slice(0, -1).map((from, at) => sentences.slice(from, edges[at + 1]));
}

/** Cosine of the windows before and after each gap between sentences. */
function similarities(words: readonly (readonly string[])[]): number[] {
  return words.slice(1).map((_, at) => {
    const gap = at + 1;
    const left = countsOf(words.slice(Math.max(0, gap - WINDOW_SENTENCES), gap).flat());
    const right = countsOf(words.slice(gap, gap + WINDOW_SENTENCES).flat());
    const size = Math.sqrt(product(left, left) * product(right, right));
    return size === 0 ? 0 : product(left, right) / size;
  });
}

function product(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  return [...left].reduce((sum, [word, count]) => sum + count * (right.get(word) ?? 0), 0);
}

/** How far each gap lies below the nearest peaks on both sides, in one pass each way. */
function valleyDepths(scores: readonly number[]): number[] {
  const rise = (order: readonly number[]): number[] => {
    const peaks: number[] = [];
    let peak = order[0] ?? 0;
    for (const [at, score] of order.entries()) {
      const before = order[at - 1] ?? score;
      peak = score > before ? score : Math.max(peak, score);
      peaks.push(peak);
    }
    return peaks;
  };
  const fromLeft = rise(scores);
  const fromRight = rise(scores.toReversed()).toReversed();
  return scores.map((score, at) => (fromLeft[at] ?? 0) + (fromRight[at] ?? 0) - 2 * score);
}
