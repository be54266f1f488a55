// Recognizes the model in a folder by the file names under which its makers and sherpa-onnx publish it.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

export type FoundModel = {
  /** The folder's name. */
  name: string;
  tokens: string;
  files:
    | { kind: 'moonshine'; encoder: string; mergedDecoder: string }
    | {
        kind: 'moonshine-v1';
        preprocessor: string;
        encoder: string;
        uncachedDecoder: string;
        cachedDecoder: string;
      }
    | { kind: 'whisper'; encoder: string; decoder: string }
    | { kind: 'nemo-transducer'; encoder: string; decoder: string; joiner: string }
    | { kind: 'streaming-transducer'; encoder: string; decoder: string; joiner: string };
};

export const KNOWN_MODELS =
  'Moonshine, Whisper, a NeMo transducer such as Parakeet, or a streaming zipformer';

/**
 * The model in a folder; null when there is no usable one. Prefers a quantized file, which is
 * faster.
 */
export function findModel(folder: string): FoundModel | null {
  const names = listed(folder).toSorted(
    (a, b) => Number(b.includes('int8')) - Number(a.includes('int8')) || a.localeCompare(b),
  );
  const find = (pattern: RegExp): string | undefined => {
    const name = names.find((one) => pattern.test(one));
    return name === undefined ? undefined : join(folder, name);
  };
  const tokens = find(/(^|-)tokens\.txt$/);
  const files =
    tokens === undefined ? null : (moonshine(find) ?? transducer(folder, find) ?? whisper(find));
  return tokens !== undefined && files ? { name: basename(folder), tokens, files } : null;
}

/** The language of a single-language model, by its maker's naming. */
export function languageOf({ name, tokens }: Pick<FoundModel, 'name' | 'tokens'>): string | null {
  return /(^|[-_.])en($|[-_.])/.test(`${name} ${basename(tokens).replace('tokens.txt', '')}`.trim())
    ? 'en'
    : null;
}

/** The same for a folder; only by its name when its files are on another machine. */
export function languageOfFolder(folder: string): string | null {
  return languageOf(findModel(folder) ?? { name: basename(folder), tokens: '' });
}

/** Every file of the model, to be checked before it is loaded. */
export function pathsOf({ tokens, files }: FoundModel): string[] {
  const { kind: _kind, ...paths } = files;
  return [...Object.values(paths), tokens];
}

type Find = (pattern: RegExp) => string | undefined;
type Files = FoundModel['files'];

function moonshine(find: Find): Files | null {
  const [encoder, mergedDecoder] = [
    find(/^encoder_model.*\.(ort|onnx)$/),
    find(/^decoder_model_merged.*\.(ort|onnx)$/),
  ];
  if (encoder && mergedDecoder) return { kind: 'moonshine', encoder, mergedDecoder };
  const first = { preprocessor: find(/^preprocess.*\.onnx$/), encoder: find(/^encode\b.*\.onnx$/) };
  const decoders = {
    uncachedDecoder: find(/^uncached_decode.*\.onnx$/),
    cachedDecoder: find(/^cached_decode.*\.onnx$/),
  };
  if (!first.preprocessor || !first.encoder || !decoders.uncachedDecoder || !decoders.cachedDecoder)
    return null;
  return {
    kind: 'moonshine-v1',
    preprocessor: first.preprocessor,
    encoder: first.encoder,
    uncachedDecoder: decoders.uncachedDecoder,
    cachedDecoder: decoders.cachedDecoder,
  };
}

function transducer(folder: string, find: Find): Files | null {
  const [encoder, decoder, joiner] = [
    find(/^encoder.*\.onnx$/),
    find(/^decoder.*\.onnx$/),
    find(/^joiner.*\.onnx$/),
  ];
  if (!encoder || !decoder || !joiner) return null;
  const isStreaming = /streaming|-chunk-/i.test(`${basename(folder)} ${basename(encoder)}`);
  return {
    kind: isStreaming ? 'streaming-transducer' : 'nemo-transducer',
    encoder,
    decoder,
    joiner,
  };
}

function whisper(find: Find): Files | null {
  const [encoder, decoder] = [find(/-encoder.*\.onnx$/), find(/-decoder.*\.onnx$/)];
  return encoder && decoder ? { kind: 'whisper', encoder, decoder } : null;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
