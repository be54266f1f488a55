import sherpa, { type RecogniserConfig, type Vad } from 'sherpa-onnx-node';
import type { Ear } from './decode-range.ts';
import { whisperLanguage } from './whisper-language.ts';
import type { FoundModel } from './find-model.ts';
import { SAMPLE_RATE_HZ, WINDOW_SAMPLES } from '../../core/sound.ts';
import { createVad, hear } from './voice-detector.ts';

/** With this threshold the detector hears speech only where it is nearly certain. */
const CLEAR_SPEECH_THRESHOLD = 0.75;
const PROBE_SECONDS = 4;

/** Loads the model: the embedded one in 0.5 s and 160 MB. A damaged file may end the process. */
export function loadModel(model: FoundModel, vadPath: string): Ear {
  let strict: Vad | undefined;
  return {
    decode: model.files.kind === 'streaming-transducer' ? streaming(model) : offline(model),
    isClearSpeech: (samples) => {
      strict ??= createVad(vadPath, CLEAR_SPEECH_THRESHOLD);
      strict.reset();
      let clear = false;
      for (let i = 0; i + WINDOW_SAMPLES <= samples.length; i += WINDOW_SAMPLES)
        clear = hear(strict, samples.subarray(i, i + WINDOW_SAMPLES)) || clear;
      return clear;
    },
  };
}

/**
 * Seconds of this process' own work for a second of sound, on faint noise: a bound from below, since words cost more.
 * Other processes' load does not count.
 */
export function probeModel(ear: Ear): number {
  const samples = Float32Array.from({ length: PROBE_SECONDS * SAMPLE_RATE_HZ }, () => (Math.random() - 0.5) / 500);
  const before = process.cpuUsage();
  ear.decode(samples, null);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / PROBE_SECONDS;
}

function offline({ tokens, files }: FoundModel): Ear['decode'] {
  const config = (language: string): RecogniserConfig => ({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: { ...offlineModel(files, language), tokens, numThreads: 1 },
  });
  let language = '';
  const recogniser = new sherpa.OfflineRecognizer(config(language));
  return (samples, languageCode) => {
    const wanted = files.kind === 'whisper' ? whisperLanguage(languageCode) : '';
    if (wanted !== language) recogniser.setConfig(config((language = wanted)));
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ });
    recogniser.decode(stream);
    const { text, lang } = recogniser.getResult(stream);
    return { text, languageCode: lang || null };
  };
}

function offlineModel(files: FoundModel['files'], language: string): object {
  const { kind, ...paths } = files;
  if (kind === 'whisper') return { whisper: { ...paths, language, task: 'transcribe', tailPaddings: -1 } };
  if (kind === 'nemo-transducer') return { transducer: paths, modelType: 'nemo_transducer' };
  return { moonshine: paths };
}

function streaming({ tokens, files }: FoundModel): Ear['decode'] {
  const { kind: _kind, ...transducer } = files;
  const recogniser = new sherpa.OnlineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: { transducer, tokens, numThreads: 1 },
  });
  return (samples) => {
    const stream = recogniser.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ });
    // The last words come out only when something follows them.
    stream.acceptWaveform({ samples: new Float32Array(SAMPLE_RATE_HZ / 2), sampleRate: SAMPLE_RATE_HZ });
    stream.inputFinished();
    while (recogniser.isReady(stream)) recogniser.decode(stream);
    return { text: recogniser.getResult(stream).text, languageCode: null };
  };
}
