import { useCallback, useState } from 'preact/hooks';
import type { Meeting, Summary, Transcript } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { formatMoment } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { MeetingMark } from '../meetings/meeting-mark.tsx';
import { addressOf } from '../route.ts';
import { type Loaded, useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { Downloads } from './downloads.tsx';
import { LiveWordsPane } from './live-words-pane.tsx';
import { MeetingActions } from './meeting-actions.tsx';
import { PeopleCard } from './people-card.tsx';
import { SummaryPane } from './summary-pane.tsx';
import { TranscriptPane } from './transcript-pane.tsx';

export function MeetingPage({ meetingRef }: { meetingRef: string }) {
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
        <MeetingView meeting={value} changed={reload} />
      )}
    </>
  );
}

function MeetingView({ meeting, changed }: { meeting: Meeting; changed: () => void }) {
  const { may } = useSession();
  return (
    <>
      <div class="title-line">
        <h1>
          <bdi>{meeting.title}</bdi>
        </h1>
        <MeetingMark state={meeting.meetingState} />
      </div>
      <Times meeting={meeting} />
      <MeetingActions meeting={meeting} changed={changed} />
      <section class="card" aria-labelledby="people-title">
        <h2 id="people-title">{texts.meeting.people}</h2>
        {may('participants:read') ? (
          <PeopleCard meetingRef={meeting.meetingRef} />
        ) : (
          <LacksScope scope="participants:read" />
        )}
      </section>
      <Results meeting={meeting} />
    </>
  );
}

function Times({ meeting }: { meeting: Meeting }) {
  const { createdAt, startedAt, endedAt, stateReason, locked, schedule } = meeting;
  const times = [
    `${texts.meetings.createdAt}: ${formatMoment(createdAt)}`,
    schedule === null ? null : `${texts.meetings.planned}: ${formatMoment(schedule.startAt)}`,
    startedAt === null ? null : `${texts.meeting.started}: ${formatMoment(startedAt)}`,
    endedAt === null ? null : `${texts.meeting.ended}: ${formatMoment(endedAt)}`,
  ];
  return (
    <p class="quiet times">
      {times
        .filter((time) => time !== null)
        .map((time) => (
          <span key={time}>{time}</span>
        ))}
      {stateReason !== null && <code>{stateReason}</code>}
      {locked && <span>{texts.meeting.locked}</span>}
    </p>
  );
}

/** Transcript and summary side by side; an item of the summary leads to its words. */
function Results({ meeting }: { meeting: Meeting }) {
  const { client, may } = useSession();
  const { meetingRef, meetingState } = meeting;
  const [shown, setShown] = useState<readonly string[]>([]);
  const transcript = useResult<Transcript>(meetingRef, 'transcripts:read', (signal) =>
    client.transcripts.read(meetingRef, { signal }),
  );
  const summary = useResult<Summary>(meetingRef, 'summaries:read', (signal) =>
    client.summaries.read(meetingRef, { signal }),
  );
  // A new array each time: the same item can be asked for twice.
  const show = useCallback((refs: readonly string[]) => setShown([...refs]), []);
  const isLive = meetingState === 'in_progress' && may('transcripts:live');
  return (
    <>
      <div class="columns results">
        <SummaryPane result={summary} segments={transcript?.value?.segments ?? []} show={show} />
        {isLive ? (
          <LiveWordsPane meetingRef={meetingRef} />
        ) : (
          <TranscriptPane result={transcript} shown={shown} />
        )}
      </div>
      <Downloads
        meeting={meeting}
        hasTranscript={transcript?.value?.status === 'available'}
        hasSummary={summary?.value?.status === 'available'}
      />
    </>
  );
}

/** null: the key may not read it. */
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
