import { type FileHandle, open } from 'node:fs/promises';

const FORMAT = { pcm: 1, float: 3, aLaw: 6, muLaw: 7, extensible: 0xfffe };
const MAX_CHUNKS = 1_000;
const BLOCK_FRAMES = 65_536;
const [MIN_RATE_HZ, MAX_RATE_HZ] = [4_000, 384_000];
/** A writer of a stream does not know its length, and states one of about 2 or 4 GB. */
const ENDLESS_BYTES = 0x7f00_0000;
/** A file that is shorter than it says by less than this is only rounded. */
const MIN_MISSING_SECONDS = 0.1;

/** The file is not a WAV, or one of an unsupported kind. The message says which. */
export class UnreadableWav extends Error {}

type WavFormat = {
  encoding: 'pcm' | 'float' | 'aLaw' | 'muLaw';
  channels: number;
  rateHz: number;
  bits: number;
};
type Layout = WavFormat & { dataAt: number; dataBytes: number; isCutOff: boolean };
/** `isCutOff`: the file is shorter than it says. */
type WavBlock = { rateHz: number; samples: Float32Array; isCutOff: boolean };

/**
 * Reads a WAV (PCM of 8 to 32 bits, floats, A-law, mu-law; any rate and channels) as blocks of mono
 * samples, -1 to 1. Throws UnreadableWav.
 */
export async function* readWav(path: string): AsyncGenerator<WavBlock> {
  const file = await open(path, 'r');
  try {
    const layout = await readLayout(file).catch((error: unknown) => {
      throw error instanceof UnreadableWav ? new UnreadableWav(`${path} ${error.message}`) : error;
    });
    const frameBytes = layout.channels * (layout.bits / 8);
    const buffer = Buffer.alloc(BLOCK_FRAMES * frameBytes);
    const end = layout.dataAt + layout.dataBytes;
    for (let at = layout.dataAt; at + frameBytes <= end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - at), at);
      const frames = Math.floor(bytesRead / frameBytes);
      if (frames === 0) return;
      yield {
        rateHz: layout.rateHz,
        samples: toMono(buffer, frames, layout),
        isCutOff: layout.isCutOff,
      };
      at += frames * frameBytes;
    }
  } finally {
    await file.close();
  }
}

async function readLayout(file: FileHandle): Promise<Layout> {
  const { size } = await file.stat();
  const head = await bytesAt(file, 0, 12);
  const isWav =
    /^RIFF|^RF64/.test(head.toString('latin1')) && head.toString('latin1', 8, 12) === 'WAVE';
  if (!isWav) throw new UnreadableWav('is not a WAV file');
  let format: WavFormat | undefined;
  for (let at = 12, chunk = 0; at + 8 <= size && chunk < MAX_CHUNKS; chunk++) {
    const header = await bytesAt(file, at, 8);
    const name = header.toString('latin1', 0, 4);
    const bytes = header.readUInt32LE(4);
    if (name === 'fmt ') format = readFormat(await bytesAt(file, at + 8, Math.min(bytes, 40)));
    if (name === 'data') {
      if (!format) break;
      // A writer that was cut off, or that streams, left a length of 0 or of 4 GB.
      const dataBytes = bytes === 0 || at + 8 + bytes > size ? size - at - 8 : bytes;
      const missing = bytes < ENDLESS_BYTES && bytes > dataBytes ? bytes - dataBytes : 0;
      const isCutOff =
        missing >= MIN_MISSING_SECONDS * format.rateHz * format.channels * (format.bits / 8);
      return { ...format, dataAt: at + 8, dataBytes, isCutOff };
    }
    at += 8 + bytes + (bytes % 2);
  }
  throw new UnreadableWav('is a WAV file without sound');
}

function readFormat(chunk: Buffer): WavFormat {
  if (chunk.length < 16) throw new UnreadableWav('is a damaged WAV file');
  const tag = chunk.readUInt16LE(0);
  const kind = tag === FORMAT.extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag;
  const [channels, rateHz, frameBytes] = [
    chunk.readUInt16LE(2),
    chunk.readUInt32LE(4),
    chunk.readUInt16LE(12),
  ];
  const encoding = (['pcm', 'float', 'aLaw', 'muLaw'] as const).find(
    (name) => FORMAT[name] === kind,
  );
  // Samples of 12, 20 or 24 bits may be the upper bits of wider containers.
  const [used, container] = [chunk.readUInt16LE(14), (frameBytes / channels) * 8];
  const isPadded = encoding === 'pcm' && container > used && [16, 24, 32].includes(container);
  const bits = isPadded ? container : used;
  const widths = { pcm: [8, 16, 24, 32], float: [32, 64], aLaw: [8], muLaw: [8] };
  if (!encoding || !widths[encoding].includes(bits))
    throw new UnreadableWav(`has an unsupported encoding (format ${kind}, ${bits} bits)`);
  if (channels === 0 || rateHz < MIN_RATE_HZ || rateHz > MAX_RATE_HZ)
    throw new UnreadableWav('is a damaged WAV file');
  return { encoding, channels, rateHz, bits };
}

async function bytesAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, at);
  return buffer.subarray(0, bytesRead);
}

function toMono(
  buffer: Buffer,
  frames: number,
  { encoding, channels, bits }: WavFormat,
): Float32Array {
  const read = readerOf(buffer, encoding, bits);
  const width = bits / 8;
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += read((frame * channels + channel) * width);
    return sum / channels;
  });
}

function readerOf(
  buffer: Buffer,
  encoding: WavFormat['encoding'],
  bits: number,
): (at: number) => number {
  if (encoding === 'muLaw') return (at) => muLaw(buffer.readUInt8(at));
  if (encoding === 'aLaw') return (at) => aLaw(buffer.readUInt8(at));
  if (encoding === 'float')
    return bits === 64 ? (at) => buffer.readDoubleLE(at) : (at) => buffer.readFloatLE(at);
  if (bits === 8) return (at) => (buffer.readUInt8(at) - 128) / 128;
  return (at) => buffer.readIntLE(at, bits / 8) / 2 ** (bits - 1);
}

/** ITU-T G.711. */
function muLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = (((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4);
  return ((bits & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32768;
}

/** ITU-T G.711. */
function aLaw(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return ((bits & 0x80 ? 1 : -1) * magnitude) / 32768;
}
