import type { default as Sherpa, RecognizerConfig } from 'sherpa-onnx-node';
import type { Sound, SpeechDecoder } from './moonshine/decode-ranges.ts';
import { loadMoonshine } from './moonshine/moonshine.ts';
import type { FoundModel } from './find-model.ts';
import type { Words } from '../../core/ports.ts';
import { SAMPLE_RATE_HZ } from '../../core/sound.ts';

const PROBE_SECONDS = 4;

/** False when the package that decodes this model is not installed. */
export function canLoad({ files }: FoundModel): boolean {
  if (files.kind === 'moonshine') return true;
  try {
    return import.meta.resolve('sherpa-onnx-node') !== '';
  } catch {
    return false;
  }
}

/**
 * Loads the model: the embedded one in 0.8 s and 170 MB, which awaits `beforeRun` before each step. A damaged file may
 * end the process.
 */
export async function loadModel(
  model: FoundModel,
  beforeRun?: () => Promise<void>,
): Promise<SpeechDecoder['decode']> {
  const { tokens, files } = model;
  if (files.kind === 'moonshine') {
    const decode = await loadMoonshine(files, tokens, beforeRun);
    return async (sounds) => {
      const texts = await decode(sounds, beamWidth(sounds));
      return texts.map((text) => ({ text, languageCode: null }));
    };
  }
  // It has its own ONNX runtime (32 MB), which the product does not install.
  const { default: sherpa } = await import('sherpa-onnx-node');
  const decodeOne =
    files.kind === 'streaming-transducer' ? streaming(sherpa, model) : offline(sherpa, model);
  return async (sounds) => sounds.map(decodeOne);
}

/**
 * Seconds of CPU time of this process per second of sound, on faint noise: a lower bound, since words cost more. The
 * load of other processes does not count.
 */
export async function probeModel(decode: SpeechDecoder['decode']): Promise<number> {
  const samples = Float32Array.from(
    { length: PROBE_SECONDS * SAMPLE_RATE_HZ },
    () => (Math.random() - 0.5) / 500,
  );
  const before = process.cpuUsage();
  await decode([{ samples, languageCode: null }]);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / PROBE_SECONDS;
}

type DecodeOne = (sound: Sound) => Words;

function offline(sherpa: typeof Sherpa, { tokens, files }: FoundModel): DecodeOne {
  const config = (language: string): RecognizerConfig => ({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: { ...offlineModel(files, language), tokens, numThreads: 1 },
  });
  let language = '';
  const recognizer = new sherpa.OfflineRecognizer(config(language));
  return ({ samples, languageCode }) => {
    const wanted = files.kind === 'whisper' ? whisperLanguage(languageCode) : '';
    if (wanted !== language) recognizer.setConfig(config((language = wanted)));
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ });
    recognizer.decode(stream);
    const { text, lang } = recognizer.getResult(stream);
    return { text, languageCode: lang || null };
  };
}

function offlineModel(files: FoundModel['files'], language: string): object {
  const { kind, ...paths } = files;
  if (kind === 'whisper')
    return { whisper: { ...paths, language, task: 'transcribe', tailPaddings: -1 } };
  if (kind === 'nemo-transducer') return { transducer: paths, modelType: 'nemo_transducer' };
  return { moonshine: paths };
}

function streaming(sherpa: typeof Sherpa, { tokens, files }: FoundModel): DecodeOne {
  const { kind: _kind, ...transducer } = files;
  const recognizer = new sherpa.OnlineRecognizer({
    featConfig: { sampleRate: SAMPLE_RATE_HZ, featureDim: 80 },
    modelConfig: { transducer, tokens, numThreads: 1 },
  });
  return ({ samples }) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE_HZ });
    // The last words are returned only when something follows them.
    stream.acceptWaveform({
      samples: new Float32Array(SAMPLE_RATE_HZ / 2),
      sampleRate: SAMPLE_RATE_HZ,
    });
    stream.inputFinished();
    while (recognizer.isReady(stream)) recognizer.decode(stream);
    return { text: recognizer.getResult(stream).text, languageCode: null };
  };
}

/** A bound for all sounds together: 4 s take 0.28 s this way, and 0.20 s with one text (one core); others wait. */
const MAX_HYPOTHESES = 4;

/** The number of hypotheses for each sound: several find better words, one is faster. */
export function beamWidth(sounds: readonly Pick<Sound, 'isGreedy'>[]): number {
  if (sounds.some(({ isGreedy }) => isGreedy === true)) return 1;
  return Math.max(1, Math.floor(MAX_HYPOTHESES / sounds.length));
}

/** A multilingual Whisper ends the process when given a language that it does not know. */
const WHISPER_LANGUAGES = new Set(
  (
    'af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ' +
    'ha haw he hi hr ht hu hy id is it ' +
    'ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa ' +
    'pl ps pt ro ru sa sd si sk sl sn so ' +
    'sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo zh'
  ).split(' '),
);
/** Other codes of languages that it knows. */
const SAME_LANGUAGE: Record<string, string> = {
  nb: 'no',
  jv: 'jw',
  fil: 'tl',
  iw: 'he',
  cmn: 'zh',
};

/**
 * Whisper's code for a language tag (BCP 47); empty if it has none, so that it detects the language.
 * Pure.
 */
export function whisperLanguage(languageCode: string | null): string {
  const language = /^[a-z]+/i.exec(languageCode ?? '')?.[0].toLowerCase() ?? '';
  const code = SAME_LANGUAGE[language] ?? language;
  return WHISPER_LANGUAGES.has(code) ? code : '';
}
