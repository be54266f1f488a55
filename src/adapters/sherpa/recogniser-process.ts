// The process that holds the speech models: a broken model file aborts it and decoding blocks it, so nothing else runs here.
// Arguments: the folder of the model, the path of the voice detector's model.
import { findUnusableFile } from './check-model-files.ts';
import { decodeRange, type Ear } from './decode-range.ts';
import { loadModel, MODEL_LANGUAGE, modelFiles } from './load-model.ts';
import { readSamples } from './read-samples.ts';
import type { RecogniserReply, RecogniserRequest } from './recogniser-messages.ts';
import { VoiceDetectors } from './voice-detector.ts';

function reply(message: RecogniserReply): void {
  process.send?.(message, () => {});
}

function answer(ear: Ear, detectors: VoiceDetectors, request: RecogniserRequest): void {
  if (request.kind === 'forget') return detectors.forget(request.trackRef);
  const read = (from: number, to: number) => readSamples(request.path, from, to);
  try {
    if (request.kind === 'scan') {
      reply({ kind: 'scanned', id: request.id, ...detectors.scan(request.trackRef, read, request.fromSample, request.toSample) });
    } else {
      const text = decodeRange(ear, read(request.fromSample, request.toSample));
      reply({ kind: 'transcribed', id: request.id, text, languageCode: text === '' ? null : MODEL_LANGUAGE });
    }
  } catch (error) {
    reply({ kind: 'refused', id: request.id, detail: error instanceof Error ? error.message : 'unknown' });
  }
}

function run(modelDir: string, vadPath: string): void {
  process.once('disconnect', () => process.exit(0));
  // Its parent decides when it ends; a Ctrl-C in the terminal reaches the whole group.
  process.on('SIGINT', () => {});
  const unusable = findUnusableFile([...Object.values(modelFiles(modelDir)), vadPath]);
  if (unusable) {
    process.send?.({ kind: 'broken', file: unusable.path, detail: unusable.detail } satisfies RecogniserReply, () => process.exit(1));
    return;
  }
  const detectors = new VoiceDetectors(vadPath);
  const ear = loadModel(modelDir, vadPath);
  process.on('message', (request: RecogniserRequest) => answer(ear, detectors, request));
  reply({ kind: 'ready' });
}

run(process.argv[2] ?? '', process.argv[3] ?? '');
