export function toGuestWav(
  wavs: readonly Uint8Array[],
  how: { sampleRateHz: number; leadSilenceSeconds: number; pauseSeconds: number },
): Uint8Array;
