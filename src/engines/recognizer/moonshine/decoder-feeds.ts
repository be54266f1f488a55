import { type InferenceSession, Tensor } from '../../onnx/onnx-runtime.ts';

/** The tokens before and after a text. */
export const BEGINNING = 1;
export const END = 2;
/** The decoder's mask is per sample, and the decoder reads one in this many. */
export const FRAME_SAMPLES = 384;

/** The input of the decoder's first step besides the tokens: one row for each of `encoded`. */
export function firstFeeds(
  decoder: InferenceSession,
  encoded: readonly Tensor[],
): Record<string, Tensor> {
  return { ...sideBySide(decoder, encoded), ...emptyCaches(decoder, encoded.length) };
}

/** Shorter ones are padded with zeros, which the mask hides. */
function sideBySide(decoder: InferenceSession, encoded: readonly Tensor[]): Record<string, Tensor> {
  const frames = Math.max(...encoded.map(({ dims }) => dims[1] ?? 0));
  const width = encoded[0]?.dims[2] ?? 0;
  const states = new Float32Array(encoded.length * frames * width);
  const mask = new BigInt64Array(encoded.length * frames * FRAME_SAMPLES);
  for (const [i, { data, dims }] of encoded.entries()) {
    states.set(data as Float32Array, i * frames * width);
    const from = i * frames * FRAME_SAMPLES;
    mask.fill(1n, from, from + (dims[1] ?? 0) * FRAME_SAMPLES);
  }
  const feeds: Record<string, Tensor> = {
    encoder_hidden_states: new Tensor('float32', states, [encoded.length, frames, width]),
    use_cache_branch: new Tensor('bool', [false], [1]),
  };
  if (decoder.inputNames.includes('encoder_attention_mask'))
    feeds['encoder_attention_mask'] = new Tensor('int64', mask, [
      encoded.length,
      frames * FRAME_SAMPLES,
    ]);
  return feeds;
}

function emptyCaches(decoder: InferenceSession, count: number): Record<string, Tensor> {
  const caches = decoder.inputMetadata.filter(({ name }) => name.startsWith('past_key_values.'));
  return Object.fromEntries(
    caches.map((cache) => {
      const [, heads, , width] = cache.isTensor ? cache.shape : [];
      return [
        cache.name,
        new Tensor('float32', new Float32Array(0), [count, Number(heads), 0, Number(width)]),
      ];
    }),
  );
}

export function one(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = outputs[name];
  if (!value) throw new Error(`The model returns no ${name}`);
  return value;
}
