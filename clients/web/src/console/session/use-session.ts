import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Event } from '../../../../../contract/generated/api.ts';
import type { SignedIn } from './session.ts';

/** For those whose key may not read events, and for events that were missed. */
const ANYWAY_EVERY_MS = 30_000;

export const SessionContext = createContext<SignedIn | null>(null);

export function useSession(): SignedIn & { may(scope: string): boolean } {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('Not signed in');
  return { ...session, may: (scope) => session.key.scopes.includes(scope) };
}

/** Calls `reload` soon after events that `concern` the page, paced, and every half minute regardless. */
export function useNews(concerns: (event: Event) => boolean, reload: () => void): void {
  const { feed } = useSession();
  const latest = useRef({ concerns, reload });
  latest.current = { concerns, reload };
  useEffect(() => {
    const pace = paced(() => latest.current.reload());
    const unsubscribe = feed.subscribe((event) => {
      if (event === null || latest.current.concerns(event)) pace.request();
    });
    const anyway = setInterval(() => {
      if (document.visibilityState === 'visible') pace.request();
    }, ANYWAY_EVERY_MS);
    return () => {
      unsubscribe();
      clearInterval(anyway);
      pace.stop();
    };
  }, [feed]);
}

const SOON_MS = 250;
/** A reload may take several reads, and a key has 600 a minute. */
const MIN_INTERVAL_MS = 5000;

/** Calls `act` soon after a request, once for all that come meanwhile, and at most once in five seconds. */
export function paced(act: () => void): { request(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let freeAtMs = 0;
  const run = () => {
    timer = null;
    freeAtMs = performance.now() + MIN_INTERVAL_MS;
    act();
  };
  return {
    request: () => {
      timer ??= setTimeout(run, Math.max(SOON_MS, freeAtMs - performance.now()));
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
