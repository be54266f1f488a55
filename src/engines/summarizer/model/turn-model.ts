import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { modelFiles } from './model-files.ts';
import { type WordPieces, wordPieces } from './wordpiece-tokenizer.ts';

/** The trained model that judges the role of each sentence in the talk. */
export type TurnModel = {
  readonly pieces: WordPieces;
  /** One row of scores for each piece; `read-turns.ts` interprets them. */
  readonly score: (ids: readonly number[]) => Promise<Float32Array>;
};

let loading: Promise<TurnModel> | undefined;

/** Loads the model on the first call and keeps it. */
export function turnModel(): Promise<TurnModel> {
  loading ??= load();
  return loading;
}

async function load(): Promise<TurnModel> {
  const pieces = wordPieces(readFileSync(modelFiles.vocabulary, 'utf8').trimEnd().split('\n'));
  const session = await openModel(fileURLToPath(modelFiles.network));
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
