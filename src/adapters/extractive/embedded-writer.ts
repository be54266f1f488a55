import { Worker } from 'node:worker_threads';
import type { WriterPort } from '../../core/ports.ts';
import type { SummaryContent, SummaryInput } from '../../core/summary/summary-input.ts';
import { writeExtractiveSummary } from './write-extractive-summary.ts';

/** Shorter transcripts take less time (about 20 ms) than a thread takes to start. */
const INLINE_CHARACTERS = 15_000;

/** Summaries by rules alone; long ones in a thread of their own, so that requests go on being answered. */
export function embeddedWriter(): WriterPort {
  return {
    write: async (input, signal) => {
      signal.throwIfAborted();
      const length = input.segments.reduce((sum, segment) => sum + segment.text.length, 0);
      return length <= INLINE_CHARACTERS ? writeExtractiveSummary(input) : writeInThread(input, signal);
    },
  };
}

function writeInThread(input: SummaryInput, signal: AbortSignal): Promise<SummaryContent> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./summary-thread.ts', import.meta.url), { workerData: input });
    const stop = (): void => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    thread.once('message', (content: SummaryContent) => resolve(content));
    thread.once('error', reject);
    thread.once('exit', () => {
      signal.removeEventListener('abort', stop);
      reject(signal.aborted ? (signal.reason as Error) : new Error('The summary thread ended without a summary'));
    });
  });
}
