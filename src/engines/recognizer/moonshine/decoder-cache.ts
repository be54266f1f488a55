import { type InferenceSession, Tensor } from '../../onnx/onnx-runtime.ts';

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
