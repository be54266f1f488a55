// Audio between the media room, the spools and the recognizer: 16 kHz, mono, 16 bit.
export const SAMPLE_RATE_HZ = 16_000;
export const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1_000;
export const BYTES_PER_SAMPLE = 2;
/** The window that the voice detector judges at a time. */
export const WINDOW_SAMPLES = 512;
/** Peak up to which the voice detector never finds speech, even close by: -69 dBFS. */
export const INAUDIBLE_PEAK = 12;
/** The same for samples from -1 to 1. */
export const INAUDIBLE_LEVEL = INAUDIBLE_PEAK / 32_768;
/** Peak of what counts as quiet, -50 dBFS: speech this faint is still decoded. */
export const QUIET_PEAK = 100;

/** Whether no sample is louder than `peak`. */
export function isWithin(samples: Int16Array | Float32Array, peak: number): boolean {
  // Several times as fast as `every`, and run on all audio.
  for (const sample of samples) if (sample > peak || sample < -peak) return false;
  return true;
}
