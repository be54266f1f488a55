import type { Key } from '../../../../../contract/generated/api.ts';
import { createClient, type ParleyClient, ParleyError } from '../../../../sdk-typescript/client.ts';
import { readStored, writeStored } from '../../page/browser-storage.ts';
import { createStore } from '../../page/store.ts';
import { type EventFeed, followEvents } from './event-feed.ts';

export type SignedIn = { phase: 'in'; client: ParleyClient; key: Key; feed: EventFeed };
/** `failure`: why the last attempt to sign in failed. */
export type SignedOut = { phase: 'out'; failure: 'wrong' | 'expired' | 'unreachable' | null };
export type SessionState = { phase: 'opening' } | SignedIn | SignedOut;

export type ConsoleSession = ReturnType<typeof openSession>;

/** Kept by this tab until it is closed. */
const KEY = 'parley.console.key';

/** The session of the console in this tab. */
export function openSession(baseUrl: string) {
  const stored = readStored('sessionStorage', KEY);
  const state = createStore<SessionState>(
    stored === null ? { phase: 'out', failure: null } : { phase: 'opening' },
  );
  let stop = new AbortController();

  const signOut = (failure: SignedOut['failure'] = null): void => {
    stop.abort();
    writeStored('sessionStorage', KEY, null);
    state.set({ phase: 'out', failure });
  };

  const signIn = async (
    apiKey: string,
    whenRefused: SignedOut['failure'] = 'wrong',
  ): Promise<void> => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    const watched = watchedFetch({
      onReachChange: () => {
        const now = state.get();
        if (now.phase === 'in' && !signal.aborted) now.feed.tellAll();
      },
      // Signs the user out, whichever page made the call.
      onRevoked: () => {
        if (!signal.aborted && state.get().phase === 'in') signOut('expired');
      },
    });
    const client = clientWith(apiKey, watched);
    if (client === null) {
      signOut(whenRefused);
      return;
    }
    try {
      const key = await client.keys.readOwn({ signal });
      writeStored('sessionStorage', KEY, apiKey);
      state.set({ phase: 'in', client, key, feed: followEvents(client, signal) });
    } catch (error) {
      if (!signal.aborted) refuse(error, whenRefused);
    }
  };

  /** null: no key has these characters. */
  const clientWith = (apiKey: string, watched: typeof fetch): ParleyClient | null => {
    try {
      return createClient({ baseUrl, apiKey, fetch: watched });
    } catch {
      return null;
    }
  };

  /** Forgets a key only when the service rejects it, not a proxy whose answer is no problem document. */
  const refuse = (error: unknown, whenRefused: SignedOut['failure']): void => {
    const problem = error instanceof ParleyError ? error.problem : null;
    if (problem !== null && problem.status < 500 && problem.status !== 429) signOut(whenRefused);
    else state.set({ phase: 'out', failure: 'unreachable' });
  };

  if (stored !== null) void signIn(stored, 'expired');
  return { state, signIn: (apiKey: string) => signIn(apiKey), signOut: () => signOut() };
}

type Watch = {
  /** The service cannot be reached any more, or can be again. */
  onReachChange(): void;
  onRevoked(): void;
};

function watchedFetch({ onReachChange, onRevoked }: Watch): typeof fetch {
  let isAway = false;
  // Only the event stream counts: it connects every two seconds, and a proxy may refuse it while other calls succeed.
  const note = (input: Parameters<typeof fetch>[0], isAwayNow: boolean) => {
    const isEvents = typeof input === 'string' && input.endsWith('/v1/events');
    if (!isEvents || isAwayNow === isAway) return;
    isAway = isAwayNow;
    onReachChange();
  };
  return async (input, init) => {
    // The ETag of participants does not change while their time grows: the browser's cache would repeat the old time.
    const response = await fetch(input, { ...init, cache: 'no-store' }).catch((error) => {
      if (init?.signal?.aborted !== true) note(input, true);
      throw error;
    });
    note(input, response.status >= 400 && !isOfService(response));
    if (response.status === 401 && isOfService(response)) onRevoked();
    return response;
  };
}

/** A proxy's refusal is no problem document. */
function isOfService({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/problem+json') === true;
}
