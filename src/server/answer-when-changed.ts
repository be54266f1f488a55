import type { Answer, ApiCall } from './call.ts';
import type { ServerContext } from './server-context.ts';

/**
 * The answer of `read`; while that is 304 and the client prefers to wait, the answer after the next change instead, or the
 * last 304 when the time is over. Problem rate_limited when the key waits too often already.
 */
export async function answerWhenChanged(
  server: ServerContext,
  call: ApiCall,
  meetingRef: string,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const { wait, ifNoneMatch } = call;
  if (wait === null || ifNoneMatch === undefined) return read();
  const answer = await hold(server, call.actor.keyId, { meetingRef, ...wait }, read);
  return { ...answer, headers: { ...answer.headers, 'preference-applied': `wait=${wait.seconds}` } };
}

type Hold = { meetingRef: string; seconds: number; onGone(gone: () => void): void };

async function hold(
  { held, limits }: ServerContext,
  keyId: string,
  { meetingRef, seconds, onGone }: Hold,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const until = performance.now() + seconds * 1000;
  let here = true;
  let letGo: (() => void) | undefined;
  // The wait begins before the read: a change between the two is not missed.
  let wait = held.waitFor(meetingRef, seconds * 1000);
  onGone(() => {
    here = false;
    wait.cancel();
  });
  try {
    for (;;) {
      const answer = await read();
      if (answer.status !== 304 || !here || held.released || performance.now() >= until) return answer;
      letGo ??= limits.holdRead(keyId);
      await wait.changed;
      wait = held.waitFor(meetingRef, Math.max(0, until - performance.now()));
    }
  } finally {
    wait.cancel();
    letGo?.();
  }
}
