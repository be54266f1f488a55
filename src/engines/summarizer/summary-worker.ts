// The thread of embedded-writer.ts: one transcript in, one summary out.
import { parentPort, workerData } from 'node:worker_threads';
import type { SummaryInput } from '../../core/ports.ts';
import { writeExtractiveSummary } from './write-summary.ts';

// Received between two runs of the network.
parentPort?.once('message', () => process.exit());
parentPort?.unref();
parentPort?.postMessage(await writeExtractiveSummary(workerData as SummaryInput));
