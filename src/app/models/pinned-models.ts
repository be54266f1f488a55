// Models that `parley models get` fetches. A row needs digests that its publisher states, or that were taken from the
// file itself: the guide says how to bring any other model.

type Digest = { name: string; bytes: number; sha256: string };
export type PinnedFile = Digest & { url: string };
/** `member`: its path in the model's Python package. */
type PackagedFile = Digest & { member: string };
export type PinnedModel = {
  /**
   * Also the folder's name: other files need another name. With `en` as one of its parts, the model knows only
   * English.
   */
  name: string;
  /** For display only. */
  languages: string;
  license: string;
  publisher: string;
  files: readonly (PinnedFile | PackagedFile)[];
  /** The publisher's Python package that holds the files. */
  wheel?: string;
  /** How many tokens its tokenizer.bin has; they are written to tokens.txt. */
  tokens?: number;
  /** Moonshine's older form, which is slow: it is converted once, on this machine. */
  isConverted?: true;
};

const WHISPER_TINY =
  'https://huggingface.co/csukuangfj/sherpa-onnx-whisper-tiny/resolve/18e7b4cce9526312a66981ec3af7b9446b70db66';
const MOONSHINE_TINY = 'moonshine_voice/assets/tiny-en';
const MOONSHINE_BASE = 'moonshine_cpp-0.1.4.data/purelib/moonshine_cpp/models/base-en';

export const pinnedModels: readonly PinnedModel[] = [
  {
    name: 'whisper-tiny',
    languages: '99, such as de, es, fr, ja and pt',
    license: 'MIT',
    publisher: 'OpenAI, converted by k2-fsa',
    files: [
      {
        name: 'tiny-encoder.int8.onnx',
        url: `${WHISPER_TINY}/tiny-encoder.int8.onnx`,
        bytes: 12_937_678,
        sha256: 'dd5531121627e7e184a6b8f6a6e353edf39b40e328032dfdc146b5a359a3e3d0',
      },
      {
        name: 'tiny-decoder.int8.onnx',
        url: `${WHISPER_TINY}/tiny-decoder.int8.onnx`,
        bytes: 89_855_289,
        sha256: 'dd29c14f2104c14c3aca7dc8e13308190bbe4c65be21c82f4b86a27d8326b26b',
      },
      {
        // Byte for byte the vocabulary that OpenAI's own package ships.
        name: 'tiny-tokens.txt',
        url: `${WHISPER_TINY}/tiny-tokens.txt`,
        bytes: 816_730,
        sha256: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
      },
    ],
  },
  {
    name: 'moonshine-base-en',
    languages: 'en',
    license: 'MIT',
    publisher: 'Moonshine AI',
    wheel: 'moonshine-cpp==0.1.4',
    tokens: 32_000,
    isConverted: true,
    files: [
      {
        name: 'encoder_model.ort',
        member: `${MOONSHINE_BASE}/encoder_model.ort`,
        bytes: 20_661_976,
        sha256: '9d1a19e044cbf89a207723d1adb667de89a5671a1e3e611b8ebe721b2c31219c',
      },
      {
        name: 'decoder_model_merged.ort',
        member: `${MOONSHINE_BASE}/decoder_model_merged.ort`,
        bytes: 42_703_232,
        sha256: '370e0c1f161d68dc1c2264c1a82024fb123380da3b73f47f05531d1e8d3308c3',
      },
      {
        name: 'tokenizer.bin',
        member: `${MOONSHINE_BASE}/tokenizer.bin`,
        bytes: 241_639,
        sha256: '04670d78994d030185c3dd843c60591788fed0a56cc6750747bd326825f13ca9',
      },
    ],
  },
  {
    name: 'moonshine-tiny-en',
    languages: 'en',
    license: 'MIT',
    publisher: 'Moonshine AI',
    wheel: 'moonshine-voice==0.1.0',
    tokens: 32_768,
    files: [
      {
        name: 'encoder_model.ort',
        member: `${MOONSHINE_TINY}/encoder_model.ort`,
        bytes: 13_281_600,
        sha256: '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221',
      },
      {
        name: 'decoder_model_merged.ort',
        member: `${MOONSHINE_TINY}/decoder_model_merged.ort`,
        bytes: 30_412_256,
        sha256: 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0',
      },
      {
        name: 'tokenizer.bin',
        member: `${MOONSHINE_TINY}/tokenizer.bin`,
        bytes: 249_974,
        sha256: '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d',
      },
    ],
  },
];

export function sizeOf({ files }: PinnedModel): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** A sentence for the operator: what went wrong with a model, and the fix. */
export class ModelFault extends Error {}
