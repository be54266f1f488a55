import { fileURLToPath } from 'node:url';
import { openModel, type Tensor } from '../../onnx/onnx-runtime.ts';
import type { Frames } from './ctc.ts';
import { one } from './decoder-feeds.ts';

/** Made by `training/rebuild.ts` for the states of Moonshine base. */
const NETWORK = new URL('../weights/sounds.onnx', import.meta.url);

/** The sounds (`soundsOf`, from 1) in each frame of an encoded range; undefined for the states of another model. */
export type FindSounds = (encoded: Tensor) => Promise<Frames | undefined>;

export async function loadSoundNetwork(): Promise<FindSounds> {
  const network = await openModel(fileURLToPath(NETWORK));
  const [input] = network.inputMetadata;
  const width = input?.isTensor ? input.shape.at(-1) : undefined;
  return async (encoded) => {
    if (encoded.dims[2] !== width) return undefined;
    const { data, dims } = one(await network.run({ states: encoded }), 'sounds');
    return { probabilities: data as Float32Array, columns: dims.at(-1) ?? 0 };
  };
}
