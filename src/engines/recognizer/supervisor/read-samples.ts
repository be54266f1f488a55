import { closeSync, openSync, readSync } from 'node:fs';
import { BYTES_PER_SAMPLE } from '../../../core/sound.ts';

/** Samples [from, to) of a 16-bit mono spool file as floats from -1 to 1. Fewer when the file ends early. */
export function readSamples(path: string, fromSample: number, toSample: number): Float32Array {
  // The file is little-endian, as are all machines that this runs on.
  const pcm = new Int16Array(Math.max(0, toSample - fromSample));
  const bytes = new Uint8Array(pcm.buffer);
  const file = openSync(path, 'r');
  let filled = 0;
  try {
    while (filled < bytes.length) {
      const read = readSync(
        file,
        bytes,
        filled,
        bytes.length - filled,
        fromSample * BYTES_PER_SAMPLE + filled,
      );
      if (read === 0) break;
      filled += read;
    }
  } finally {
    closeSync(file);
  }
  const samples = new Float32Array(Math.floor(filled / BYTES_PER_SAMPLE));
  for (let i = 0; i < samples.length; i++) samples[i] = (pcm[i] ?? 0) / 32_768;
  return samples;
}
