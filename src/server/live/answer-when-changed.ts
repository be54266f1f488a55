import { authenticateAgain } from '../http/authenticate.ts';
import type { Answer } from '../http/answer.ts';
import type { ApiCall } from '../http/call.ts';
import { readUntil, type SharedReads } from './held-reads.ts';
import type { ServerContext } from '../server-context.ts';

/** `read` returns the same for every caller of the tenant; `name` distinguishes it from the meeting's other reads. */
export type Reading<T> = {
  meetingRef: string;
  name: string;
  read: () => Promise<T>;
  answer: (value: T) => Answer;
  /** A 304 without a full read; null when the client may have another version. */
  unchanged?: () => Promise<Answer | null>;
};

/**
 * The answer to a read; if that is 304 and the client prefers to wait, the answer after the next
 * change instead, or the same 304 when the time is over. Problem rate_limited when the key already
 * has too many held reads, unauthorized when it was revoked meanwhile.
 */
export async function answerWhenChanged<T>(
  server: ServerContext,
  call: ApiCall,
  reading: Reading<T>,
): Promise<Answer> {
  const { wait, ifNoneMatch } = call;
  if (wait === null || ifNoneMatch === undefined) {
    const unchanged = ifNoneMatch === undefined ? null : await reading.unchanged?.();
    return unchanged ?? reading.answer(await reading.read());
  }
  const answer = await hold(server, call, wait, reading);
  return {
    ...answer,
    headers: { ...answer.headers, 'preference-applied': `wait=${wait.seconds}` },
  };
}

async function hold<T>(
  { core, held, limits }: ServerContext,
  { actor }: ApiCall,
  { seconds, onGone }: NonNullable<ApiCall['wait']>,
  reading: Reading<T>,
): Promise<Answer> {
  let letGo: (() => void) | undefined;
  let firstEtag: string | undefined;
  try {
    return await readUntil(held, {
      meetingRef: reading.meetingRef,
      ms: seconds * 1000,
      onGone,
      onWait: () => (letGo ??= limits.holdRead(actor.keyId)),
      onWoken: (shared) => authenticateAgain({ core }, actor, shared),
      read: async (shared) => {
        const answer = reading.answer(await readTogether(shared, actor.tenant, reading));
        firstEtag ??= answer.headers['etag'];
        return answer;
      },
      // `If-None-Match` may name more than one version, or any.
      isNews: ({ status, headers }) => status !== 304 || headers['etag'] !== firstEtag,
    });
  } finally {
    letGo?.();
  }
}

/** One read for all who were woken together: it begins after what woke them, so its answer is right for each. */
function readTogether<T>(
  shared: SharedReads | null,
  tenant: string,
  { name, read }: Reading<T>,
): Promise<T> {
  if (shared === null) return read();
  const key = `${name} ${tenant}`;
  const under = (shared.get(key) as Promise<T> | undefined) ?? read();
  shared.set(key, under);
  return under;
}
