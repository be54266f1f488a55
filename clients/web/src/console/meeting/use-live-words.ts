import { useEffect, useState } from 'preact/hooks';
import { useSession } from '../session/use-session.ts';
import { addLiveWords, type LiveLine } from './live-words.ts';

export type LiveWordsShown = { lines: readonly LiveLine[]; fault: unknown };

/** What is being said while `isLive`. */
export function useLiveWords(meetingRef: string, isLive: boolean): LiveWordsShown {
  const { client } = useSession();
  const [lines, setLines] = useState<readonly LiveLine[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const stop = new AbortController();
    const follow = async () => {
      const stream = client.transcripts.live(meetingRef, { interim: true, signal: stop.signal });
      for await (const words of stream) setLines((before) => addLiveWords(before, words));
    };
    setLines([]);
    setFault(null);
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) setFault(error);
    });
    return () => stop.abort();
  }, [client, meetingRef, isLive]);
  return { lines, fault };
}
