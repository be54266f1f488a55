import type { IncomingMessage } from 'node:http';
import { Problem } from '../../core/problem.ts';

const EMPTY = Buffer.alloc(0);
const MAX_BODY_BYTES = 64 * 1024;

/**
 * The whole body. Problems: body_too_large; the rest of such a body is read and discarded, so
 * that the answer arrives.
 */
export function readBody(request: IncomingMessage, maxBytes = MAX_BODY_BYTES): Promise<Buffer> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  // RFC 9112, 6.3: then there is no body.
  if (length === undefined && encoding === undefined) return Promise.resolve(EMPTY);
  if (Number(length ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (finish: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
      // A late error of the abandoned stream must not end the process.
      request.on('error', () => {}).resume();
      finish();
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle(() => reject(tooLarge(maxBytes)));
    };
    const onEnd = (): void => settle(() => resolve(Buffer.concat(chunks)));
    const onBreak = (): void => settle(() => reject(new Problem('malformed_request')));
    request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

const tooLarge = (maxBytes: number): Problem =>
  new Problem('body_too_large', { detail: `Send at most ${maxBytes / 1024} KiB.` });
