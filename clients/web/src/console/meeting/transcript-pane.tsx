import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Meeting, Segment, Transcript } from '../../../../../contract/generated/api.ts';
import { cleanDisplayName } from '../../people/display-name.ts';
import { texts } from '../i18n/texts.ts';
import { formatLength } from '../i18n/format.ts';
import type { Loaded } from '../session/use-loaded.ts';
import { ArtifactPane } from './artifact-pane.tsx';
import { LiveWordsPane } from './live-words-pane.tsx';
import type { LiveWordsShown } from './live-words.ts';

/** `live`: null unless the meeting runs, is transcribed, and the key may follow what is said. */
export type MeetingWords = {
  meeting: Meeting;
  live: LiveWordsShown | null;
  transcript: Loaded<Transcript> | null;
  shown: readonly string[];
};

export function TranscriptOrLiveWords({ meeting, live, transcript, shown }: MeetingWords) {
  return live === null ? (
    <TranscriptPane meeting={meeting} result={transcript} shown={shown} />
  ) : (
    <LiveWordsPane {...live} />
  );
}

/** `shown`: the segments that an item of the summary cites; the first is scrolled into view. */
type Props = { meeting: Meeting; result: Loaded<Transcript> | null; shown: readonly string[] };

function TranscriptPane({ meeting, result, shown }: Props) {
  const off = meeting.options.transcription === 'off' ? 'transcription_disabled' : null;
  return (
    <ArtifactPane name="transcript" result={result} scope="transcripts:read" off={off}>
      {(transcript) => <Words transcript={transcript} shown={shown} />}
    </ArtifactPane>
  );
}

function Words({ transcript, shown }: { transcript: Transcript; shown: readonly string[] }) {
  const list = useRef<HTMLOListElement>(null);
  const names = useMemo(
    () =>
      new Map(
        transcript.speakers.map((one) => [one.speakerRef, cleanDisplayName(one.displayName)]),
      ),
    [transcript],
  );
  useEffect(() => {
    const first = shown[0];
    if (first === undefined) return;
    const segment = list.current?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(first)}"]`);
    segment?.focus({ preventScroll: true });
    segment?.scrollIntoView({ block: 'center' });
  }, [shown]);
  if (transcript.segments.length === 0) return null;
  return (
    <ol class="words" ref={list}>
      {transcript.segments.map((segment) => (
        <SegmentLine
          key={segment.segmentRef}
          segment={segment}
          name={names.get(segment.speakerRef ?? '') ?? ''}
          isShown={shown.includes(segment.segmentRef)}
        />
      ))}
    </ol>
  );
}

type LineProps = { segment: Segment; name: string; isShown: boolean };

function SegmentLine({ segment, name, isShown }: LineProps) {
  return (
    <li
      tabIndex={-1}
      data-ref={segment.segmentRef}
      data-shown={isShown}
      aria-current={isShown ? 'true' : undefined}
    >
      <span class="words-head">
        <bdi>{name || texts.meeting.guest}</bdi>
        <span class="quiet small">{formatLength(segment.startMs)}</span>
      </span>
      <span dir="auto" lang={segment.languageCode ?? undefined}>
        {segment.text}
      </span>
    </li>
  );
}
