import { readFileSync } from 'node:fs';
import { availableParallelism, constants, getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { modelFiles } from './model-files.ts';
import { type WordPieces, wordPieces } from './wordpiece-tokenizer.ts';

/** The trained model that judges the role of each sentence in the talk. */
export type TurnModel = {
  readonly pieces: WordPieces;
  /** One row of scores for each piece; `read-turns.ts` interprets them. */
  readonly score: (ids: readonly number[]) => Promise<Float32Array>;
};

/** From here on one thread needs about two seconds. */
const MIN_WORDS_FOR_THREADS = 4_000;
const THREADS = 2;

let loading: Promise<TurnModel> | undefined;

/** Loads the model on the first call, for a meeting of so many words, and keeps it. */
export function turnModel(words = 0): Promise<TurnModel> {
  loading ??= load(words < MIN_WORDS_FOR_THREADS ? 1 : Math.min(THREADS, availableParallelism()));
  return loading;
}

async function load(threads: number): Promise<TurnModel> {
  const pieces = wordPieces(readFileSync(modelFiles.vocabulary, 'utf8').trimEnd().split('\n'));
  if (threads > 1) giveWay();
  const session = await openModel(fileURLToPath(modelFiles.network), { threads });
  return {
    pieces,
    score: async (ids) => {
      const { rows } = await session.run({
        ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [ids.length]),
      });
      return rows?.data as Float32Array;
    },
  };
}

/** Captions come before a summary on both cores. On Linux, 0 is this thread, and those that it starts follow it. */
function giveWay(): void {
  if (process.platform !== 'linux' || isMainThread) return;
  try {
    setPriority(0, Math.max(getPriority(0), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // A sandbox may forbid it; the summary is written all the same.
  }
}
