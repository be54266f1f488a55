import { type InferenceSession, Tensor } from '../../onnx/onnx-runtime.ts';
import { logSum } from './beam-search.ts';
import { BEGINNING, END, firstFeeds, one } from './decoder-feeds.ts';
import type { LogProbability } from './place-terms.ts';

/** Each token of each text needs 128 KB of logits. */
const MAX_TOGETHER = 8;

/** How likely each text is to the decoder. The texts are given, so all their tokens take a single step. */
export async function judgeTexts(
  decoder: InferenceSession,
  encoded: Tensor,
  texts: readonly (readonly number[])[],
): Promise<LogProbability[]> {
  const judged: LogProbability[] = [];
  for (let from = 0; from < texts.length; from += MAX_TOGETHER) {
    const some = texts.slice(from, from + MAX_TOGETHER);
    const length = 1 + Math.max(...some.map((text) => text.length));
    const rows = some.flatMap((text) =>
      [BEGINNING, ...text, ...Array<number>(length - 1 - text.length).fill(END)].map(BigInt),
    );
    const dims = [some.length, length];
    const feeds = firstFeeds(
      decoder,
      some.map(() => encoded),
    );
    feeds['input_ids'] = new Tensor('int64', BigInt64Array.from(rows), dims);
    const { data, dims: given } = one(await decoder.run(feeds, ['logits']), 'logits');
    const size = given.at(-1) ?? 0;
    const step = length * size;
    for (const i of some.keys())
      judged.push(
        logProbabilities((data as Float32Array).subarray(i * step, (i + 1) * step), size),
      );
  }
  return judged;
}

function logProbabilities(logits: Float32Array, size: number): LogProbability {
  const sums = new Map<number, number>();
  return (at, token) => {
    const scores = logits.subarray(at * size, (at + 1) * size);
    let sum = sums.get(at);
    if (sum === undefined) {
      sum = logSum(scores, largest(scores));
      sums.set(at, sum);
    }
    return (scores[token] ?? -Infinity) - sum;
  };
}

/** A plain loop: there are 32,768. */
function largest(scores: Float32Array): number {
  let most = -Infinity;
  for (let i = 0; i < scores.length; i++) if ((scores[i] ?? 0) > most) most = scores[i] ?? 0;
  return most;
}
