import { openModel, Tensor } from '../../onnx/onnx-runtime.ts';
import { tensorIn } from './decoder-feeds.ts';

/** The states of a range, [1, frames, width], one frame for each 24 ms. */
export type Encode = (samples: Float32Array) => Promise<Tensor>;

export async function loadEncoder(path: string, beforeRun?: () => Promise<void>): Promise<Encode> {
  const encoder = await openModel(path, { beforeRun, hasManyLengths: true });
  const hasMask = encoder.inputNames.includes('attention_mask');
  return async (samples) => {
    const dims = [1, samples.length];
    const feeds: Record<string, Tensor> = { input_values: new Tensor('float32', samples, dims) };
    if (hasMask)
      feeds['attention_mask'] = new Tensor(
        'int64',
        new BigInt64Array(samples.length).fill(1n),
        dims,
      );
    return tensorIn(await encoder.run(feeds), 'last_hidden_state');
  };
}
