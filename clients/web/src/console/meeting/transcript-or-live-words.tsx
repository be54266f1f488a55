import type { Transcript } from '../../../../../contract/generated/api.ts';
import type { Loaded } from '../session/use-loaded.ts';
import { LiveWordsPane } from './live-words-pane.tsx';
import { TranscriptPane } from './transcript-pane.tsx';
import type { LiveWordsShown } from './use-live-words.ts';

/** `live`: null unless the meeting runs and the key may follow what is said. */
export type MeetingWords = {
  live: LiveWordsShown | null;
  transcript: Loaded<Transcript> | null;
  shown: readonly string[];
};

export function TranscriptOrLiveWords({ live, transcript, shown }: MeetingWords) {
  return live === null ? (
    <TranscriptPane result={transcript} shown={shown} />
  ) : (
    <LiveWordsPane {...live} />
  );
}
