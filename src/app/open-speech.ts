import { transcriptionRecogniser } from '../adapters/openai/transcription-recogniser.ts';
import { startRecogniserPool } from '../engines/recognizer/recognizer-pool.ts';
import { startRecogniser } from '../engines/recognizer/recognizer.ts';
import type { Log, RecogniserHealth, RecogniserPort } from '../core/ports.ts';
import type { SecondPassEngine, SpeechEngine } from '../scribe/session/scribe-options.ts';

/** Starts the engine that the settings ask for. */
export function openSpeech(
  { modelDir, vadPath, recognisers, remote }: SpeechEngine,
  log: Log,
  onHealth: (health: RecogniserHealth) => void,
): RecogniserPort & { stop(): Promise<void> } {
  if (!remote)
    return startRecogniserPool(
      (isFirst) => startRecogniser({ modelDir, vadPath, log, ...(isFirst && { onHealth }) }),
      recognisers,
    );
  const tell = (): void => onHealth(recogniser.health());
  const detector = startRecogniser({
    modelDir: '',
    vadPath,
    log,
    onHealth: () => queueMicrotask(tell),
  });
  const recogniser = transcriptionRecogniser({
    server: remote,
    detector,
    log,
    onHealth: () => tell(),
  });
  return {
    ...recogniser,
    stop: async () => {
      recogniser.stop();
      await detector.stop();
    },
  };
}

/** A second pass need not keep up with anybody, but must end before its deadline. */
const AFTER_THE_MEETING = 1;

/** The engine of the second pass; voices are not detected again. */
export function openSecondPass(
  engine: SecondPassEngine,
  { vadPath, live, log }: { vadPath: string; live: RecogniserPort; log: Log },
): RecogniserPort & { stop(): Promise<void> } {
  if (engine.kind === 'local')
    return startRecogniser({
      modelDir: engine.modelDir,
      vadPath,
      log,
      slowestRealTimeFactor: AFTER_THE_MEETING,
      isPatient: true,
    });
  // How the live engine does is no concern of the server's.
  const detector = { ...live, health: (): RecogniserHealth => ({ status: 'ok', detail: null }) };
  const recogniser = transcriptionRecogniser({ server: engine.server, detector, log });
  return { ...recogniser, stop: async () => recogniser.stop() };
}
