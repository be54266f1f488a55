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

export function tensorIn(outputs: InferenceSession.OnnxValueMapType, name: string): Tensor {
  const value = outputs[name];
  if (!value) throw new Error(`The model returns no ${name}`);
  return value;
}

/**
 * The input of the decoder's next step: one row per hypothesis, with the encoder's output and the
 * caches of its tokens.
 */
export class DecoderCache {
  readonly feeds: Record<string, Tensor>;
  /** The index of the sound that each row belongs to. */
  #owners: readonly number[];

  /** `feeds`: one row for each sound. */
  constructor(feeds: Record<string, Tensor>, sounds: number) {
    this.feeds = feeds;
    this.#owners = Array.from({ length: sounds }, (_, i) => i);
  }

  /** Keeps the outputs of a step other than its scores. */
  take(outputs: InferenceSession.OnnxValueMapType): void {
    for (const [name, value] of Object.entries(outputs))
      if (name.startsWith('present.'))
        this.feeds[name.replace('present', 'past_key_values')] = value;
  }

  /** From now on, each row continues the one that `rows` names. */
  keep(rows: readonly number[]): void {
    const owners = rows.map((row) => this.#owners[row] ?? 0);
    const isSame = rows.length === this.#owners.length && rows.every((row, i) => row === i);
    // The encoder's output is large, and the same for all hypotheses of one range.
    const isSameSource =
      owners.length === this.#owners.length &&
      owners.every((owner, i) => owner === this.#owners[i]);
    for (const [name, tensor] of Object.entries(this.feeds)) {
      if (
        /\.encoder\.|^encoder_/.test(name)
          ? isSameSource
          : isSame || !name.startsWith('past_key_values.')
      )
        continue;
      this.feeds[name] = gather(tensor, rows);
    }
    this.#owners = owners;
  }
}

function gather({ data, dims, type }: Tensor, rows: readonly number[]): Tensor {
  const from = data as Float32Array | BigInt64Array;
  const size = from.length / (dims[0] ?? 1);
  const to =
    from instanceof Float32Array
      ? new Float32Array(size * rows.length)
      : new BigInt64Array(size * rows.length);
  for (const [i, row] of rows.entries())
    (to as Float32Array).set(
      (from as Float32Array).subarray(row * size, (row + 1) * size),
      i * size,
    );
  return new Tensor(type, to, [rows.length, ...dims.slice(1)]);
}
