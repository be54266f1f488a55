import { join } from 'node:path';
import sherpa from 'sherpa-onnx-node';
import type { Engine } from '../../core/ports.ts';
import type { Ear } from './decode-range.ts';
import { createVad, hear, WINDOW_SAMPLES } from './voice-detector.ts';

export const moonshineTiny: Engine = { name: 'sherpa-onnx', model: 'moonshine-tiny-en', quality: 'standard' };
export const MODEL_LANGUAGE = 'en';

const SAMPLE_RATE_HZ = 16_000;
/** With this threshold the detector hears speech only where it is nearly certain. */
const CLEAR_SPEECH_THRESHOLD = 0.75;

export function modelFiles(modelDir: string): { encoder: string; mergedDecoder: string; tokens: string } {
  return {
    encoder: join(modelDir, 'encoder_model.ort'),
    mergedDecoder: join(modelDir, 'decoder_model_merged.ort'),
    tokens: join(modelDir, 'tokens.txt'),
  };
}

/** Loads the model: 0.5 s, 160 MB. A damaged file may end the process. */
export function loadModel(modelDir: string, vadPath: string): Ear {
  const { encoder, mergedDecoder, tokens } = modelFiles(modelDir);
  const recogniser = new sherpa.OfflineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: { moonshine: { encoder, mergedDecoder }, tokens, numThreads: 1 },
  });
  const strict = createVad(vadPath, CLEAR_SPEECH_THRESHOLD);
  return {
    decode: (samples) => {
      const stream = recogniser.createStream();
      stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ });
      recogniser.decode(stream);
      return recogniser.getResult(stream).text;
    },
    isClearSpeech: (samples) => {
      strict.reset();
      let clear = false;
      for (let i = 0; i + WINDOW_SAMPLES <= samples.length; i += WINDOW_SAMPLES)
        clear = hear(strict, samples.subarray(i, i + WINDOW_SAMPLES)) || clear;
      return clear;
    },
  };
}
