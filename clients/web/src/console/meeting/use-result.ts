import { type Loaded, useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';

/** The transcript or the summary of a meeting. null: the key may not read it. */
export function useResult<T>(
  meetingRef: string,
  scope: string,
  read: (signal: AbortSignal) => Promise<T>,
): Loaded<T> | null {
  const { may } = useSession();
  const allowed = may(scope);
  const loaded = useLoaded<T | null>(`${scope} ${meetingRef}`, async (signal) =>
    allowed ? read(signal) : null,
  );
  useNews(
    ({ type, data }) => data.meetingRef === meetingRef && !type.startsWith('participant.'),
    loaded.reload,
  );
  const { value, fault, reload } = loaded;
  return allowed ? { value, fault, reload } : null;
}
