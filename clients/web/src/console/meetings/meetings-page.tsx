import { useEffect, useState } from 'preact/hooks';
import type { Meeting, MeetingState } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { formatMoment } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { addressOf } from '../route.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { MeetingMark } from './meeting-mark.tsx';
import { NewMeeting } from './new-meeting.tsx';

const PAGE_SIZE = 25;
const FILTERS: Record<Filter, readonly MeetingState[]> = {
  all: [],
  created: ['created'],
  running: ['in_progress', 'ending'],
  over: ['ended', 'cancelled', 'failed'],
};
type Filter = 'all' | 'created' | 'running' | 'over';

export function MeetingsPage() {
  const { may } = useSession();
  const [made, setMade] = useState(0);
  const [filter, setFilter] = useState<Filter>('all');
  const names: Record<Filter, string> = {
    all: texts.meetings.all,
    created: texts.states.created,
    running: texts.states.in_progress,
    over: texts.meetings.over,
  };
  return (
    <>
      <div class="title-line title-apart">
        <h1>{texts.meetings.title}</h1>
        {may('meetings:write') && <NewMeeting onMade={() => setMade((count) => count + 1)} />}
      </div>
      <fieldset class="filters">
        <legend class="visually-hidden">{texts.meetings.filter}</legend>
        {(Object.keys(FILTERS) as Filter[]).map((each) => (
          <button
            key={each}
            type="button"
            class="filter"
            aria-pressed={each === filter}
            onClick={() => setFilter(each)}
          >
            {names[each]}
          </button>
        ))}
      </fieldset>
      {may('meetings:read') ? (
        <MeetingList key={filter} states={FILTERS[filter]} made={made} />
      ) : (
        <LacksScope scope="meetings:read" />
      )}
    </>
  );
}

/** `made`: how many were created here, which no event reports. */
function MeetingList({ states, made }: { states: readonly MeetingState[]; made: number }) {
  const { client } = useSession();
  // The tokens of the previous pages; the last one is for the current page.
  const [tokens, setTokens] = useState<readonly string[]>([]);
  const pageToken = tokens.at(-1);
  const { value, fault, reload } = useLoaded(pageToken ?? '', (signal) =>
    client.meetings.list(
      { meetingState: states, pageSize: PAGE_SIZE, ...(pageToken !== undefined && { pageToken }) },
      { signal },
    ),
  );
  useEffect(() => {
    if (made > 0) reload();
  }, [made, reload]);
  useNews(({ type }) => type.startsWith('meeting.'), reload);
  const older = value?.nextPageToken ?? null;
  return (
    <>
      <FaultNotice fault={fault} retry={reload} />
      {value?.meetings.length === 0 && <p class="quiet">{texts.meetings.none}</p>}
      {value === null && fault === null && <p class="quiet">{texts.loading}</p>}
      <ul class="list" aria-label={texts.meetings.title}>
        {value?.meetings.map((meeting) => (
          <MeetingRow key={meeting.meetingRef} meeting={meeting} />
        ))}
      </ul>
      <div class="row">
        {tokens.length > 0 && (
          <button
            type="button"
            class="button button-small"
            onClick={() => setTokens(tokens.slice(0, -1))}
          >
            {texts.newer}
          </button>
        )}
        {older !== null && (
          <button
            type="button"
            class="button button-small"
            onClick={() => setTokens([...tokens, older])}
          >
            {texts.older}
          </button>
        )}
      </div>
    </>
  );
}

function MeetingRow({ meeting }: { meeting: Meeting }) {
  return (
    <li>
      <a class="list-item" href={addressOf.meeting(meeting.meetingRef)}>
        <strong>
          <bdi>{meeting.title}</bdi>
        </strong>
        <MeetingMark state={meeting.meetingState} />
        <span class="quiet small">
          {meeting.schedule === null
            ? `${texts.meetings.createdAt}: ${formatMoment(meeting.createdAt)}`
            : `${texts.meetings.planned}: ${formatMoment(meeting.schedule.startAt)}`}
        </span>
      </a>
    </li>
  );
}
