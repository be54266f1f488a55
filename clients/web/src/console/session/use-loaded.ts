import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ParleyError } from '../../../../sdk-typescript/client.ts';
import { SLOW, SLOW_AFTER_MS } from './use-action.ts';

export type Loaded<T> = { value: T | null; fault: unknown; reload(): void };
type Held<T> = { subject: string; value: T | null; fault: unknown };

/**
 * What `load` returns for `subject`. A reload keeps the old value until the new one arrives, unless it was deleted, and
 * waits for a load that is under way: frequent news would otherwise abort each one before its end.
 */
export function useLoaded<T>(
  subject: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [held, setHeld] = useState<Held<T>>({ subject, value: null, fault: null });
  const [round, setRound] = useState(0);
  const progress = useRef<'idle' | 'loading' | 'loading, then again'>('idle');
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const stop = new AbortController();
    progress.current = 'loading';
    const keep = (before: Held<T>, fault: unknown): Held<T> => ({
      subject,
      value: before.subject === subject && !isDeleted(fault) ? before.value : null,
      fault,
    });
    const slow = setTimeout(() => setHeld((before) => keep(before, SLOW)), SLOW_AFTER_MS);
    const end = (next: (before: Held<T>) => Held<T>) => {
      if (stop.signal.aborted) return;
      clearTimeout(slow);
      setHeld(next);
      if (progress.current === 'loading, then again') setRound((count) => count + 1);
      progress.current = 'idle';
    };
    latest.current(stop.signal).then(
      (value) => end(() => ({ subject, value, fault: null })),
      (fault: unknown) => end((before) => keep(before, fault)),
    );
    return () => {
      clearTimeout(slow);
      stop.abort();
    };
  }, [subject, round]);
  const reload = useCallback(() => {
    if (progress.current === 'idle') setRound((count) => count + 1);
    else progress.current = 'loading, then again';
  }, []);
  const isOfSubject = held.subject === subject;
  return { value: isOfSubject ? held.value : null, fault: isOfSubject ? held.fault : null, reload };
}

const isDeleted = (fault: unknown): boolean =>
  fault instanceof ParleyError && fault.code === 'content_expired';
