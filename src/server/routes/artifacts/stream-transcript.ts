import { Problem } from '../../../core/problem.ts';
import { readLiveWords } from '../../../core/live-words/read-live-words.ts';
import { authenticateAgain } from '../../http/authenticate.ts';
import type { Answer } from '../../http/answer.ts';
import type { ApiCall } from '../../http/call.ts';
import { chooseMediaType, readEventId } from '../../http/read-headers.ts';
import { readUntil } from '../../live/held-reads.ts';
import { STREAM_HEADERS } from '../../live/sse.ts';
import { transcriptStream } from '../../live/transcript-stream.ts';
import type { ServerContext } from '../../server-context.ts';

export async function streamTranscriptRoute(server: ServerContext, call: ApiCall): Promise<Answer> {
  const position = readEventId(call.lastEventId) ?? 0;
  chooseMediaType(call.accept, ['text/event-stream']);
  const { actor } = call;
  const meetingRef = call.param('meetingRef');
  await waitForBeginning(server, call, meetingRef);
  const headers = {
    ...STREAM_HEADERS,
    ...(call.wait && { 'preference-applied': `wait=${call.wait.seconds}` }),
  };
  if (call.isHead) return { status: 200, headers, body: '' };
  const withInterim = call.query['interim'] === 'true';
  const body = transcriptStream(server, { actor, meetingRef, position, withInterim });
  return { status: 200, headers, body };
}

/**
 * Problem invalid_state when the meeting has not begun, also after the wait that the client prefers, unauthorized when
 * the key was revoked meanwhile.
 */
async function waitForBeginning(
  { core, held, limits }: ServerContext,
  { actor, wait }: ApiCall,
  meetingRef: string,
): Promise<void> {
  let letGo: (() => void) | undefined;
  try {
    const refusal = await readUntil(held, {
      meetingRef,
      ms: (wait?.seconds ?? 0) * 1000,
      onGone: wait?.onGone,
      onWait: () => (letGo ??= limits.holdRead(actor.keyId)),
      onWoken: (shared) => authenticateAgain({ core }, actor, shared),
      read: () =>
        readLiveWords(core, { actor, meetingRef, position: 0, limit: 1 }).then(
          () => null,
          notBegun,
        ),
      isNews: (problem) => problem === null,
    });
    if (refusal !== null) throw refusal;
  } finally {
    letGo?.();
  }
}

function notBegun(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'invalid_state') return error;
  throw error;
}
