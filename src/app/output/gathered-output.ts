import { write, writeSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { waitAtMost } from '../../core/timing.ts';

export type LineStream = { write(line: string): unknown };

export type LogOutput = LineStream & {
  /** Call before an exit. If the reader does not read in time, an exit kills the process. */
  drain(): Promise<void>;
};

const STANDARD_OUTPUT = 1;
const GATHER_CHARACTERS = 4_096;
const GATHER_MS = 50;
/** Of lines that the reader of a pipe does not take; the ones after them are lost. */
const MAX_CHARACTERS = 1_000_000;
const BUSY_MS = 100;
/** How long a process that exits waits for the reader of its lines. */
const DRAIN_WITHIN_MS = 500;

const writeSome = promisify(write);

/**
 * Standard output. One write per line would cost more than the rest of a short request, so lines are buffered briefly;
 * an exit writes the rest at once. What cannot be written, on a full disk or to a reader that is gone or does not read,
 * is lost: the service must go on.
 */
export function gatheredOutput(): LogOutput {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const writeWaiting = async (): Promise<void> => {
    while (waiting !== '') {
      const bytes = Buffer.from(waiting);
      waiting = '';
      await writeAll(bytes);
    }
    writing = undefined;
  };
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') writing ??= writeWaiting();
    await writing;
  };
  let isStalled = false;
  process.once('exit', () => {
    // Node would wait for the thread that writes, as long as nobody reads.
    if (isStalled) process.kill(process.pid, 'SIGKILL');
    if (waiting !== '') writeAtExit(waiting);
  });
  return {
    write: (line) => {
      if (waiting.length + line.length > MAX_CHARACTERS) return;
      waiting += line;
      if (waiting.length >= GATHER_CHARACTERS) void flush();
      else timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    drain: async () => {
      let isWritten = false;
      await waitAtMost(
        flush().then(() => (isWritten = true)),
        DRAIN_WITHIN_MS,
      );
      isStalled = !isWritten;
    },
  };
}

async function writeAll(bytes: Buffer): Promise<void> {
  let rest = bytes;
  while (rest.length > 0)
    try {
      const { bytesWritten } = await writeSome(STANDARD_OUTPUT, rest);
      rest = rest.subarray(bytesWritten);
    } catch (error) {
      // The pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      await delay(BUSY_MS, undefined, { ref: false });
    }
}

function writeAtExit(text: string): void {
  try {
    writeSync(STANDARD_OUTPUT, text);
  } catch {
    // Nobody reads it.
  }
}
