import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

export type Loaded<T> = { value: T | null; fault: unknown; reload(): void };
type Held<T> = { subject: string; value: T | null; fault: unknown };

/** What `load` returns for `subject`. A reload keeps the old value until the new one arrives. */
export function useLoaded<T>(
  subject: string,
  load: (signal: AbortSignal) => Promise<T>,
): Loaded<T> {
  const [held, setHeld] = useState<Held<T>>({ subject, value: null, fault: null });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    const stop = new AbortController();
    latest.current(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setHeld({ subject, value, fault: null });
      },
      (fault: unknown) => {
        if (stop.signal.aborted) return;
        setHeld((before) => ({
          subject,
          value: before.subject === subject ? before.value : null,
          fault,
        }));
      },
    );
    return () => stop.abort();
  }, [subject, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const isOfSubject = held.subject === subject;
  return { value: isOfSubject ? held.value : null, fault: isOfSubject ? held.fault : null, reload };
}
