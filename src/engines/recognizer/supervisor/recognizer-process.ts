// The process that holds the speech models: a broken model file aborts it and decoding blocks it,
// so nothing else runs here.
// Arguments: the folder of the model (empty: none; only voices are detected), the path of the
// voice detector's model, and the slowest acceptable real-time factor (empty: not measured).
import { closeSync, openSync, readSync } from 'node:fs';
import { BYTES_PER_SAMPLE } from '../../../core/sound.ts';
import { findUnusableFile } from '../check-model-files.ts';
import { decodeRanges, type SpeechDecoder, type Sound } from '../moonshine/decode-ranges.ts';
import { findModel, languageOf, pathsOf } from '../find-model.ts';
import { canLoad, loadModel, probeModel } from '../load-model.ts';
import type {
  Answer,
  RecognizerReply,
  RecognizerRequest,
  ScanRequest,
  TranscribeRequest,
} from './recognizer-messages.ts';
import { isClearSpeech, type Scan, VoiceDetectors } from '../vad/voice-detector.ts';
import { loadVoiceModel } from '../vad/silero-model.ts';

function reply(message: RecognizerReply): void {
  process.send?.(message, () => {});
}

const NOTHING_FOUND = { speech: new Uint8Array(), level: new Float32Array() };

type LoadedModel = SpeechDecoder & { languageCode: string | null };

async function scan(
  detectors: VoiceDetectors,
  requests: readonly ScanRequest[],
): Promise<Answer[]> {
  const refused: Answer[] = [];
  const begun: { id: number; scan: Scan }[] = [];
  for (const { id, trackRef, path, fromSample, toSample } of requests) {
    const read = (from: number, to: number): Float32Array => readSamples(path, from, to);
    try {
      begun.push({ id, scan: detectors.begin(trackRef, read, fromSample, toSample) });
    } catch (error) {
      refused.push(refusal(id, error));
    }
  }
  const found = await detectors.detect(begun.map((one) => one.scan));
  return [
    ...refused,
    ...begun.map(({ id }, i): Answer => ({ kind: 'scanned', id, ...(found[i] ?? NOTHING_FOUND) })),
  ];
}

/** A range that cannot be read, or decoded in a batch, must not make the others fail. */
async function transcribe(
  decoder: LoadedModel | null,
  requests: readonly TranscribeRequest[],
): Promise<Answer[]> {
  if (requests.length === 0) return [];
  try {
    if (!decoder) throw new Error('no model is loaded');
    const words = await decodeRanges(decoder, requests.map(soundOf));
    return requests.map(({ id, languageCode }, i) => {
      const { text, languageCode: detected } = words[i] ?? { text: '', languageCode: null };
      return {
        kind: 'transcribed',
        id,
        text,
        languageCode: text === '' ? null : (decoder.languageCode ?? languageCode ?? detected),
      };
    });
  } catch (error) {
    const [first] = requests;
    if (first && requests.length === 1) return [refusal(first.id, error)];
    const alone: Answer[] = [];
    for (const request of requests) alone.push(...(await transcribe(decoder, [request])));
    return alone;
  }
}

function soundOf({
  path,
  fromSample,
  toSample,
  languageCode,
  isGreedy = false,
  terms,
}: TranscribeRequest): Sound {
  const samples = readSamples(path, fromSample, toSample);
  // Part of a range would pass for all of it.
  if (samples.length < toSample - fromSample) throw new Error('its sound is not in the file');
  return {
    samples,
    languageCode: languageCode ?? null,
    isGreedy,
    terms,
  };
}

/** Samples [from, to) of a 16-bit mono spool file as floats from -1 to 1. Fewer when the file ends early. */
function readSamples(path: string, fromSample: number, toSample: number): Float32Array {
  // The file is little-endian, as are all machines that this runs on.
  const pcm = new Int16Array(Math.max(0, toSample - fromSample));
  const bytes = new Uint8Array(pcm.buffer);
  const file = openSync(path, 'r');
  let filled = 0;
  try {
    while (filled < bytes.length) {
      const read = readSync(
        file,
        bytes,
        filled,
        bytes.length - filled,
        fromSample * BYTES_PER_SAMPLE + filled,
      );
      if (read === 0) break;
      filled += read;
    }
  } finally {
    closeSync(file);
  }
  const samples = new Float32Array(Math.floor(filled / BYTES_PER_SAMPLE));
  for (let i = 0; i < samples.length; i++) samples[i] = (pcm[i] ?? 0) / 32_768;
  return samples;
}

function refusal(id: number, error: unknown): Answer {
  if (!(error instanceof Error)) return { kind: 'refused', id, detail: 'unknown' };
  const { message: detail, code }: NodeJS.ErrnoException = error;
  return { kind: 'refused', id, detail, code };
}

function refuse(why: RecognizerReply): void {
  process.send?.(why, () => process.exit(1));
}

async function run(modelDir: string, vadPath: string, slowest: number | null): Promise<void> {
  process.once('disconnect', () => process.exit(0));
  // The parent decides when it ends: Ctrl-C in a terminal, or its closing, reaches the whole process group.
  for (const name of ['SIGINT', 'SIGHUP'] as const) process.on(name, () => {});
  const model = modelDir === '' ? null : findModel(modelDir);
  if (modelDir !== '' && !model) return refuse({ kind: 'unknown' });
  if (model && !canLoad(model)) return refuse({ kind: 'sherpa-missing' });
  const unusable = findUnusableFile([...(model ? pathsOf(model) : []), vadPath]);
  if (unusable) return refuse({ kind: 'broken', file: unusable.path, detail: unusable.detail });
  const voices = await loadVoiceModel(vadPath);
  const detectors = new VoiceDetectors(voices);
  let scanned = Promise.resolve();
  let decoded = Promise.resolve();
  const decoder = model && {
    // It pauses between two steps while voices are detected, which takes some ms and must not wait.
    decode: await loadModel(model, () => scanned),
    isClearSpeech: (samples: Float32Array) => isClearSpeech(voices, samples),
    languageCode: languageOf(model),
  };
  const realTimeFactor = decoder && slowest !== null ? await probeModel(decoder.decode) : null;
  if (realTimeFactor !== null && slowest !== null && realTimeFactor > slowest)
    return refuse({ kind: 'slow', realTimeFactor, slowest });
  // One message to scan and one to decode at a time: the next one is not started before it is answered.
  process.on('message', (requests: RecognizerRequest[]) => {
    const scans = requests.filter((request) => request.kind === 'scan');
    const ranges = requests.filter((request) => request.kind === 'transcribe');
    const answer = (answers: Answer[]): void => reply({ kind: 'answers', answers });
    if (scans.length > 0) scanned = scanned.then(async () => answer(await scan(detectors, scans)));
    else decoded = decoded.then(async () => answer(await transcribe(decoder, ranges)));
  });
  reply({ kind: 'ready', realTimeFactor });
}

await run(
  process.argv[2] ?? '',
  process.argv[3] ?? '',
  process.argv[4] ? Number(process.argv[4]) : null,
);
