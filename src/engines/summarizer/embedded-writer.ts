import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SummaryInput, WriterPort, WrittenSummary } from '../../core/ports.ts';
// This module starts the thread that runs the model.
import '../onnx/no-telemetry.ts';
import { modelFiles } from './model/model-files.ts';

/** A small young generation costs a little time but keeps a three-hour meeting under 200 MB. */
const YOUNG_HEAP_MB = 8;

/** Summaries without a language model, each in its own thread so that requests are still answered. */
export function embeddedWriter(): WriterPort {
  const missing = Object.values(modelFiles).find((file) => !existsSync(file));
  if (missing !== undefined)
    throw new Error(`The summarizer's model is incomplete: ${missing.pathname} is missing`);
  return {
    write: async (input, signal) => {
      signal.throwIfAborted();
      return writeInThread(input, signal);
    },
  };
}

function writeInThread(input: SummaryInput, signal: AbortSignal): Promise<WrittenSummary> {
  return new Promise((resolve, reject) => {
    const cache = getCompileCacheDir();
    const thread = new Worker(new URL('./summary-worker.ts', import.meta.url), {
      workerData: input,
      // A thread does not inherit the process's compile cache; without it, parsing TypeScript takes 30 MB.
      ...(cache && { env: { NODE_COMPILE_CACHE: dirname(cache) } }),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    // To terminate a thread in which the network runs would abort the whole process.
    const stop = (): void => thread.postMessage('stop');
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', (content: WrittenSummary) => resolve(content));
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new Error('The summary thread ended without a summary'),
      );
    });
  });
}
