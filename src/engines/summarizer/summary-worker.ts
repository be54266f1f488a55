// The thread of embedded-writer.ts: one transcript in, one summary out.
import { parentPort, workerData } from 'node:worker_threads';
import type { SummaryInput } from '../../core/summary/summary-input.ts';
import { writeExtractiveSummary } from './write-summary.ts';

parentPort?.postMessage(await writeExtractiveSummary(workerData as SummaryInput));
