const HEADER_BYTES = 44;

/**
 * Joins 16-bit mono PCM WAVs into one that a test guest speaks: at `sampleRateHz`, with `pauseSeconds` between them and
 * leading silence, since the browser plays the file as soon as it opens its microphone, before the guest is in the
 * room.
 * @param {readonly Uint8Array[]} wavs
 * @param {{ sampleRateHz: number, leadSilenceSeconds: number, pauseSeconds: number }} how
 * @returns {Buffer}
 */
export function toGuestWav(wavs, { sampleRateHz, leadSilenceSeconds, pauseSeconds }) {
  const parts = wavs
    .map(readMono16)
    .map(({ samples, rate }) => stretch(samples, rate, sampleRateHz));
  const gaps = leadSilenceSeconds + pauseSeconds * parts.length;
  const length = parts.reduce((sum, part) => sum + part.length, Math.round(gaps * sampleRateHz));
  const out = Buffer.alloc(HEADER_BYTES + 2 * length);
  writeHeader(out, sampleRateHz);
  let at = HEADER_BYTES + 2 * Math.round(leadSilenceSeconds * sampleRateHz);
  for (const part of parts) {
    for (const sample of part) at = out.writeInt16LE(sample, at);
    at += 2 * Math.round(pauseSeconds * sampleRateHz);
  }
  return out;
}

function writeHeader(out, rate) {
  out.write('RIFF', 0, 'latin1');
  out.writeUInt32LE(out.length - 8, 4);
  out.write('WAVEfmt ', 8, 'latin1');
  out.writeUInt32LE(16, 16);
  out.writeUInt16LE(1, 20);
  out.writeUInt16LE(1, 22);
  out.writeUInt32LE(rate, 24);
  out.writeUInt32LE(2 * rate, 28);
  out.writeUInt16LE(2, 32);
  out.writeUInt16LE(16, 34);
  out.write('data', 36, 'latin1');
  out.writeUInt32LE(out.length - HEADER_BYTES, 40);
}

function readMono16(wav) {
  let at = 12;
  let rate = 0;
  while (at + 8 <= wav.length) {
    const kind = wav.toString('latin1', at, at + 4);
    // A streamed file may state a wrong length.
    const length = Math.min(wav.readUInt32LE(at + 4), wav.length - at - 8);
    if (kind === 'fmt ') {
      if (wav.readUInt16LE(at + 10) !== 1 || wav.readUInt16LE(at + 22) !== 16)
        throw new Error('not 16-bit mono');
      rate = wav.readUInt32LE(at + 12);
    }
    if (kind === 'data') {
      const samples = Array.from({ length: length >> 1 }, (_, index) =>
        wav.readInt16LE(at + 8 + 2 * index),
      );
      return { samples, rate };
    }
    at += 8 + length + (length % 2);
  }
  throw new Error('the WAV file has no data');
}

/**
 * Linear interpolation: speech at 22 kHz has nothing above 11 kHz, and the aliases there do not
 * matter to a recognizer.
 */
function stretch(samples, from, to) {
  if (from === to) return samples;
  const ratio = from / to;
  return Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const place = index * ratio;
    const left = Math.floor(place);
    const right = samples[left + 1] ?? samples[left];
    return Math.round(samples[left] + (right - samples[left]) * (place - left));
  });
}
