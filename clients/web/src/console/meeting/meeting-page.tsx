import { useCallback, useState } from 'preact/hooks';
import type { Meeting, Summary, Transcript } from '../../../../../contract/generated/api.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { Tabs } from '../components/tabs.tsx';
import { texts } from '../i18n/texts.ts';
import { MeetingMark } from '../components/state-mark.tsx';
import { addressOf, MEETING_TABS, type MeetingTab } from '../route.ts';
import { type Loaded, useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { Downloads } from './downloads.tsx';
import { LinksPanel } from './links-panel.tsx';
import { Overview } from './overview.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { usePeople } from './use-people.ts';
import { SummaryPane } from './summary-pane.tsx';
import { TranscriptOrLiveWords } from './transcript-pane.tsx';
import { useLiveWords } from './live-words.ts';

type Props = { meetingRef: string; tab: MeetingTab };

export function MeetingPage({ meetingRef, tab }: Props) {
  const { client } = useSession();
  const { value, fault, reload } = useLoaded(meetingRef, (signal) =>
    client.meetings.read(meetingRef, { signal }),
  );
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  return (
    <>
      <p>
        <a class="back" href={addressOf.meetings}>
          {texts.meeting.back}
        </a>
      </p>
      <FaultNotice fault={fault} retry={reload} />
      {value === null ? (
        fault === null && <p class="quiet">{texts.loading}</p>
      ) : (
        <MeetingView meeting={value} tab={tab} changed={reload} />
      )}
    </>
  );
}

type ViewProps = { meeting: Meeting; tab: MeetingTab; changed: () => void };

function MeetingView({ meeting, tab, changed }: ViewProps) {
  const { client, may } = useSession();
  const { meetingRef, meetingState, options } = meeting;
  const [shown, setShown] = useState<readonly string[]>([]);
  const transcript = useResult<Transcript>(meetingRef, 'transcripts:read', (signal) =>
    client.transcripts.read(meetingRef, { signal }),
  );
  const summary = useResult<Summary>(meetingRef, 'summaries:read', (signal) =>
    client.summaries.read(meetingRef, { signal }),
  );
  const isTranscribed = meetingState === 'in_progress' && options.transcription !== 'off';
  const isLive = isTranscribed && may('transcripts:live');
  const live = useLiveWords(meetingRef, isLive);
  const people = usePeople(meeting);
  // Replaces the history entry: Back leads to the previous page, not to the previous tab.
  const choose = (chosen: MeetingTab) => location.replace(addressOf.meeting(meetingRef, chosen));
  // A new array each time, so the same item can be requested twice.
  const show = useCallback((refs: readonly string[]) => setShown([...refs]), []);
  const words = { meeting, live: isLive ? live : null, transcript, shown };
  const segments = transcript?.value?.segments ?? [];
  return (
    <>
      <div class="title-line">
        <h1>
          <bdi>{meeting.title}</bdi>
        </h1>
        <MeetingMark state={meetingState} />
      </div>
      <Tabs
        label={texts.meeting.parts}
        tabs={MEETING_TABS.map((value) => ({ value, name: texts.meeting[value] }))}
        chosen={tab}
        onChoose={(chosen) => {
          setShown([]);
          choose(chosen);
        }}
      >
        {tab === 'overview' && (
          <Overview {...{ meeting, changed, people, words, summary, segments, show }} />
        )}
        {tab === 'people' && <PeoplePanel meeting={meeting} people={people} />}
        {tab === 'transcript' && (
          <>
            <TranscriptOrLiveWords {...words} />
            <Downloads meeting={meeting} transcript={transcript?.value?.status === 'available'} />
          </>
        )}
        {tab === 'summary' && (
          <>
            <SummaryPane
              meeting={meeting}
              result={summary}
              segments={segments}
              show={(refs) => {
                show(refs);
                choose('transcript');
              }}
            />
            <Downloads meeting={meeting} summary={summary?.value?.status === 'available'} />
          </>
        )}
        {tab === 'links' && <LinksPanel meeting={meeting} />}
      </Tabs>
    </>
  );
}

/** The transcript or the summary of a meeting. null: the key may not read it. */
function useResult<T>(
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
