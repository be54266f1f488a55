// The process that holds the speech models: a broken model file aborts it and decoding blocks it, so nothing else runs here.
// Arguments: the folder of the model (empty: none, only voices are detected), the path of the
// voice detector's model, and the slowest real-time factor that is taken (empty: it is not measured).
import { findUnusableFile } from './check-model-files.ts';
import { decodeRange, type Ear } from './decode-range.ts';
import { findModel, languageOf, pathsOf } from './find-model.ts';
import { loadModel, probeModel } from './load-model.ts';
import { readSamples } from './read-samples.ts';
import type { Answer, RecogniserReply, RecogniserRequest } from './recogniser-messages.ts';
import { VoiceDetectors } from './voice-detector.ts';

function reply(message: RecogniserReply): void {
  process.send?.(message, () => {});
}

type Hearing = Ear & { languageCode: string | null };

/** Null when the request asks for nothing. */
function answer(ear: Hearing | null, detectors: VoiceDetectors, request: RecogniserRequest): Answer | null {
  if (request.kind === 'forget') {
    detectors.forget(request.trackRef);
    return null;
  }
  const { id, path, fromSample, toSample } = request;
  const read = (from: number, to: number) => readSamples(path, from, to);
  try {
    if (request.kind === 'scan') return { kind: 'scanned', id, ...detectors.scan(request.trackRef, read, fromSample, toSample) };
    if (!ear) return { kind: 'refused', id, detail: 'no model is loaded' };
    const words = decodeRange(ear, read(fromSample, toSample), request.languageCode ?? null);
    const languageCode = ear.languageCode ?? request.languageCode ?? words.languageCode;
    return { kind: 'transcribed', id, text: words.text, languageCode: words.text === '' ? null : languageCode };
  } catch (error) {
    return { kind: 'refused', id, detail: error instanceof Error ? error.message : 'unknown' };
  }
}

function refuse(why: RecogniserReply): void {
  process.send?.(why, () => process.exit(1));
}

function run(modelDir: string, vadPath: string, slowest: number | null): void {
  process.once('disconnect', () => process.exit(0));
  // Its parent decides when it ends; a Ctrl-C in the terminal reaches the whole group.
  process.on('SIGINT', () => {});
  const model = modelDir === '' ? null : findModel(modelDir);
  if (modelDir !== '' && !model) return refuse({ kind: 'unknown' });
  const unusable = findUnusableFile([...(model ? pathsOf(model) : []), vadPath]);
  if (unusable) return refuse({ kind: 'broken', file: unusable.path, detail: unusable.detail });
  const detectors = new VoiceDetectors(vadPath);
  const ear = model && { ...loadModel(model, vadPath), languageCode: languageOf(model) };
  const realTimeFactor = ear && slowest !== null ? probeModel(ear) : null;
  if (realTimeFactor !== null && slowest !== null && realTimeFactor > slowest) return refuse({ kind: 'slow', realTimeFactor, slowest });
  process.on('message', (requests: RecogniserRequest[]) => {
    const answers = requests.map((request) => answer(ear, detectors, request)).filter((one) => one !== null);
    if (answers.length > 0) reply({ kind: 'answers', answers });
  });
  reply({ kind: 'ready', realTimeFactor });
}

run(process.argv[2] ?? '', process.argv[3] ?? '', process.argv[4] ? Number(process.argv[4]) : null);
