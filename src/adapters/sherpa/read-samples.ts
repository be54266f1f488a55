import { closeSync, openSync, readSync } from 'node:fs';

const BYTES_PER_SAMPLE = 2;

/** Samples [from, to) of a 16-bit mono spool file as floats of -1 to 1. Shorter when the file is. */
export function readSamples(path: string, fromSample: number, toSample: number): Float32Array {
  const bytes = Buffer.alloc(Math.max(0, toSample - fromSample) * BYTES_PER_SAMPLE);
  const file = openSync(path, 'r');
  let filled = 0;
  try {
    while (filled < bytes.length) {
      const read = readSync(file, bytes, filled, bytes.length - filled, fromSample * BYTES_PER_SAMPLE + filled);
      if (read === 0) break;
      filled += read;
    }
  } finally {
    closeSync(file);
  }
  const samples = new Float32Array(filled >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = bytes.readInt16LE(i * BYTES_PER_SAMPLE) / 32768;
  return samples;
}
