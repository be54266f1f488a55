import { open, rename, rm, stat } from 'node:fs/promises';
import { sha256Of } from '../../../setup/checked-file.mjs';
import { ModelFault, type PinnedFile } from './pinned-models.ts';

const ANSWER_WITHIN_MS = 30_000;
const STALL_MS = 30_000;

export type Waits = { answerMs: number; stallMs: number };
export type FetchOptions = {
  /** Bytes of this file so far. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
  waits?: Waits;
};

/**
 * Puts a pinned file at `path`: what is there already, and what an earlier try left at `path`.part, is not fetched
 * again. Only a file of the pinned size and digest is renamed to `path`. Throws ModelFault.
 */
export async function fetchFile(
  file: PinnedFile,
  path: string,
  options: FetchOptions = {},
): Promise<void> {
  if (await isWhole(path, file)) return;
  const part = `${path}.part`;
  const begun = (await sizeAt(part)) ?? 0;
  if (begun > file.bytes) await rm(part, { force: true });
  if (begun !== file.bytes) await receive(file, part, options);
  const digest = await sha256Of(part);
  if (digest !== file.sha256) {
    await rm(part, { force: true });
    throw new ModelFault(
      `${file.name} is not the file that was pinned: its sha256 is ${digest}, and ${file.sha256} was expected. ` +
        'It was deleted.',
    );
  }
  await rename(part, path);
}

export async function isWhole(
  path: string,
  { bytes, sha256 }: Pick<PinnedFile, 'bytes' | 'sha256'>,
): Promise<boolean> {
  return (await sizeAt(path)) === bytes && (await sha256Of(path)) === sha256;
}

async function receive(file: PinnedFile, part: string, options: FetchOptions): Promise<void> {
  const { answerMs, stallMs } = options.waits ?? {
    answerMs: ANSWER_WITHIN_MS,
    stallMs: STALL_MS,
  };
  const stop = new AbortController();
  const host = new URL(file.url).host;
  const watch = (ms: number, what: string): NodeJS.Timeout =>
    setTimeout(() => stop.abort(new Error(`${what} for ${Math.round(ms / 1000)} s`)), ms);
  let timer = watch(answerMs, 'no answer');
  const signals = options.signal ? [stop.signal, options.signal] : [stop.signal];
  const signal = AbortSignal.any(signals);
  const out = await open(part, 'a');
  let got = (await out.stat()).size;
  try {
    const { body, isRest } = await ask(file, got, signal);
    if (!isRest) await out.truncate((got = 0));
    for await (const chunk of body) {
      clearTimeout(timer);
      timer = watch(stallMs, 'no data');
      got += chunk.length;
      if (got > file.bytes) throw new TooLong();
      await out.write(chunk);
      options.onProgress?.(got);
    }
  } catch (error) {
    if (error instanceof ModelFault) throw error;
    if (error instanceof TooLong) {
      await out.truncate(0);
      throw new ModelFault(
        `${host} sent more than the ${file.bytes} bytes of ${file.name}. They were deleted.`,
      );
    }
    throw brokeOff(file, got, stop.signal.aborted ? stop.signal.reason : error);
  } finally {
    clearTimeout(timer);
    await out.close();
  }
  if (got < file.bytes) throw brokeOff(file, got, new Error('the connection ended too soon'));
}

class TooLong extends Error {}

/** `isRest`: the answer continues from the byte requested; otherwise it is the whole file. */
async function ask(
  { name, url }: PinnedFile,
  from: number,
  signal: AbortSignal,
): Promise<{ body: ReadableStream<Uint8Array>; isRest: boolean }> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (from > 0) headers['range'] = `bytes=${from}-`;
  const answer = await fetch(url, { headers, signal });
  const isRest =
    answer.status === 206 &&
    (answer.headers.get('content-range') ?? '').startsWith(`bytes ${from}-`);
  if (answer.body !== null && (answer.status === 200 || isRest))
    return { body: answer.body, isRest };
  throw new ModelFault(
    `${new URL(url).host} answered ${answer.status} for ${name}. Try again later, or name a mirror with --from.`,
  );
}

function brokeOff(file: PinnedFile, got: number, error: unknown): ModelFault {
  const why = causeOf(error);
  if (got === 0)
    return new ModelFault(
      `${file.name} could not be fetched from ${new URL(file.url).host} (${why}). ` +
        'Run the command again later, or name a mirror with --from.',
    );
  return new ModelFault(
    `${file.name} was interrupted after ${got} of ${file.bytes} bytes (${why}). ` +
      'What arrived is kept: run the command again to resume.',
  );
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown fault';
  const { cause } = error;
  return cause instanceof Error ? causeOf(cause) : error.message;
}

async function sizeAt(path: string): Promise<number | null> {
  return stat(path).then(
    ({ size }) => size,
    () => null,
  );
}
