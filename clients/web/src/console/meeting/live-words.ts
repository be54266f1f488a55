import { useEffect, useState } from 'preact/hooks';
import type { LiveWords } from '../../../../sdk-typescript/client.ts';
import { cleanDisplayName } from '../../people/display-name.ts';
import { useSession } from '../session/use-session.ts';
import { wheneverShown } from '../session/whenever-shown.ts';

const MAX_LINES = 200;

export type LiveLine = {
  ref: string;
  name: string;
  text: string;
  /** Of the text; null while it is not known. */
  language: string | null;
  isFinal: boolean;
};
/** `fault`: why the service refuses them. */
export type LiveWordsShown = { lines: readonly LiveLine[]; fault: unknown };

/** What is being said while `isLive`. In the background, words are not received; they follow when the page is shown. */
export function useLiveWords(meetingRef: string, isLive: boolean): LiveWordsShown {
  const { client } = useSession();
  const [lines, setLines] = useState<readonly LiveLine[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  useEffect(() => {
    if (!isLive) return undefined;
    const stop = new AbortController();
    let lastEventId = '';
    const follow = async (signal: AbortSignal) => {
      setFault(null);
      const options = { interim: true, signal, ...(lastEventId !== '' && { lastEventId }) };
      for await (const words of client.transcripts.live(meetingRef, options)) {
        if ('id' in words) lastEventId = words.id;
        setLines((before) => addLiveWords(before, words));
      }
    };
    setLines([]);
    wheneverShown(stop.signal, follow, setFault);
    return () => stop.abort();
  }, [client, meetingRef, isLive]);
  return { lines, fault };
}

/**
 * The lines after one more message. Interim words are replaced in place, and stay last until they are final. Keeps the
 * last 200.
 */
export function addLiveWords(lines: readonly LiveLine[], words: LiveWords): readonly LiveLine[] {
  if (words.kind === 'consent') return lines;
  const others = lines.filter(({ ref }) => ref !== words.utteranceRef);
  if (words.kind === 'gap') return others;
  const line = {
    ref: words.utteranceRef,
    name: cleanDisplayName(words.displayName),
    text: words.text,
    language: words.kind === 'segment' ? words.languageCode : null,
    isFinal: words.kind === 'segment',
  };
  if (line.isFinal) {
    const firstOpen = others.findIndex(({ isFinal }) => !isFinal);
    const at = firstOpen < 0 ? others.length : firstOpen;
    return [...others.slice(0, at), line, ...others.slice(at)].slice(-MAX_LINES);
  }
  const before = lines.findIndex(({ ref }) => ref === words.utteranceRef);
  // Interim words that arrive after the final ones of the same range are outdated.
  if (lines[before]?.isFinal) return lines;
  return before < 0
    ? [...lines, line].slice(-MAX_LINES)
    : lines.map((each, index) => (index === before ? line : each));
}
