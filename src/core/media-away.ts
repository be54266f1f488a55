// What becomes of an operation when the media server does not answer.
import type { Ctx } from './context.ts';
import { MediaUnavailable } from './ports.ts';
import { Problem } from './problem.ts';

const RETRY_AFTER_SECONDS = 3;

/** The media server's answer. Problem unavailable when there is none. */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    throw new Problem('unavailable', { retryAfter: RETRY_AFTER_SECONDS, cause: error });
  }
}

/** Waits for what may also come later; `message` is logged when the media server does not answer. */
export async function orWarn(
  { log }: Pick<Ctx, 'log'>,
  asked: Promise<unknown>,
  message: string,
  about: { meetingRef?: string; participantRef?: string } = {},
): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error;
    log.warn(message, { component: 'media', ...about, error });
  }
}
