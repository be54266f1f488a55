import { BYTES_PER_SAMPLE, SAMPLE_RATE_HZ } from '../../core/sound.ts';

/** 16 kHz mono s16le as a WAV file. */
export function wavOf(sound: Buffer<ArrayBuffer>): Blob {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + sound.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(SAMPLE_RATE_HZ, 24);
  head.writeUInt32LE(SAMPLE_RATE_HZ * BYTES_PER_SAMPLE, 28);
  head.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(sound.length, 40);
  return new Blob([head, sound], { type: 'audio/wav' });
}
