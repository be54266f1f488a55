import type { OpenAiServer } from '../adapters/openai/post-to-server.ts';
import { transcriptionRecognizer } from '../adapters/openai/transcription-recognizer.ts';
import { recognizerByLanguage } from '../engines/recognizer/languages/recognizer-by-language.ts';
import { startRecognizerPool } from '../engines/recognizer/recognizer-pool.ts';
import { startRecognizer } from '../engines/recognizer/recognizer.ts';
import type { Log, RecognizerHealth, RecognizerPort } from '../core/ports.ts';
import type { SecondPassEngine, SpeechEngine } from './scribe-options.ts';

type Recognizer = RecognizerPort & { stop(): Promise<void> };

/** Starts the engines that the settings ask for. */
export function openSpeech(
  engine: SpeechEngine,
  log: Log,
  onHealth: (health: RecognizerHealth) => void,
): Recognizer {
  const tell = (): void => onHealth(recognizer.health());
  const limit = { most: engine.recognizers, decoding: 0 };
  const pool = (modelDir: string): Recognizer =>
    startRecognizerPool(
      (isFirst) =>
        startRecognizer({
          modelDir,
          vadPath: engine.vadPath,
          log,
          isBatch: engine.isBatch ?? false,
          ...(isFirst && { onHealth: () => queueMicrotask(tell) }),
        }),
      limit,
    );
  const first = engine.remote
    ? openRemote(engine.remote, engine, { log, tell })
    : pool(engine.modelDir);
  const started = new Map<string, Recognizer>();
  if (!engine.remote) started.set(engine.modelDir, first);
  const others = new Map<string, Recognizer>();
  for (const { languageCode, modelDir } of engine.languages) {
    const other = started.get(modelDir) ?? pool(modelDir);
    started.set(modelDir, other);
    others.set(languageCode, other);
  }
  const recognizer = recognizerByLanguage({ first, others });
  return recognizer;
}

/** A server that restarts, or limits calls, asks for pauses of seconds. */
const GIVE_UP_BATCH_AFTER_MS = 60_000;

function openRemote(
  server: OpenAiServer,
  { vadPath, isBatch }: SpeechEngine,
  { log, tell }: { log: Log; tell: () => void },
): Recognizer {
  const detector = startRecognizer({
    modelDir: '',
    vadPath,
    log,
    onHealth: () => queueMicrotask(tell),
  });
  const recognizer = transcriptionRecognizer({
    server,
    detector,
    log,
    onHealth: tell,
    ...(isBatch && { giveUpAfterMs: GIVE_UP_BATCH_AFTER_MS }),
  });
  return {
    ...recognizer,
    stop: async () => {
      recognizer.stop();
      await detector.stop();
    },
  };
}

/** A second pass need not keep up with live speech, but must end before its deadline. */
const AFTER_THE_MEETING = 1;

/** The engine of the second pass; voices are not detected again. */
export function openSecondPass(
  engine: SecondPassEngine,
  { vadPath, live, log }: { vadPath: string; live: RecognizerPort; log: Log },
): RecognizerPort & { stop(): Promise<void> } {
  if (engine.kind === 'local')
    return startRecognizer({
      modelDir: engine.modelDir,
      vadPath,
      log,
      slowestRealTimeFactor: AFTER_THE_MEETING,
      isBatch: true,
    });
  // The live engine's health says nothing about the server.
  const detector = { ...live, health: (): RecognizerHealth => ({ status: 'ok', detail: null }) };
  const recognizer = transcriptionRecognizer({ server: engine.server, detector, log });
  return { ...recognizer, stop: async () => recognizer.stop() };
}
