import { useEffect, useRef, useState } from 'preact/hooks';
import type { Meeting, MeetingState } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { MeetingMark } from '../components/state-mark.tsx';
import { NewMeeting } from './new-meeting.tsx';

const PAGE_SIZE = 25;
const FILTERS: Record<Filter, readonly MeetingState[]> = {
  all: [],
  created: ['created'],
  running: ['in_progress', 'ending'],
  over: ['ended', 'cancelled', 'failed'],
};
type Filter = 'all' | 'created' | 'running' | 'over';

/** `tokens` lead to the pages so far; the last one is for the current page, and the first page needs none. */
type ListPlace = { filter: Filter; tokens: readonly string[] };
export const FIRST_PLACE: ListPlace = { filter: 'all', tokens: [] };

type Props = { place: ListPlace; go(place: ListPlace): void };

export function MeetingsPage({ place, go }: Props) {
  const { may } = useSession();
  const [made, setMade] = useState(0);
  const { filter, tokens } = place;
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
            onClick={() => go({ filter: each, tokens: [] })}
          >
            {names[each]}
          </button>
        ))}
      </fieldset>
      {may('meetings:read') ? (
        <MeetingList
          key={filter}
          states={FILTERS[filter]}
          tokens={tokens}
          turn={(to) => go({ filter, tokens: to })}
          made={made}
        />
      ) : (
        <LacksScope scope="meetings:read" />
      )}
    </>
  );
}

type ListProps = {
  states: readonly MeetingState[];
  tokens: ListPlace['tokens'];
  turn(tokens: ListPlace['tokens']): void;
  /** How many were created here, which no event reports. */
  made: number;
};

function MeetingList({ states, tokens, turn, made }: ListProps) {
  const { client } = useSession();
  const list = useRef<HTMLUListElement>(null);
  // The button that turned the page may be gone on the next one.
  const turnTo = (to: ListPlace['tokens']) => {
    turn(to);
    list.current?.focus();
  };
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
      <ul ref={list} tabIndex={-1} class="list" aria-label={texts.meetings.title}>
        {value?.meetings.map((meeting) => (
          <MeetingRow key={meeting.meetingRef} meeting={meeting} />
        ))}
      </ul>
      <div class="row">
        {tokens.length > 0 && (
          <button
            type="button"
            class="button button-small"
            onClick={() => turnTo(tokens.slice(0, -1))}
          >
            {texts.newer}
          </button>
        )}
        {older !== null && (
          <button
            type="button"
            class="button button-small"
            onClick={() => turnTo([...tokens, older])}
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
