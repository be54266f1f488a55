import type { Meeting } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { Downloads } from './downloads.tsx';
import { PeopleTable } from './people-table.tsx';
import { WaitingCard } from './waiting-card.tsx';

const PAGE_SIZE = 200;

/** Everybody who came, or tried to, up to 200; and what a key may do about them. */
export function PeoplePanel({ meeting }: { meeting: Meeting }) {
  const { may } = useSession();
  return may('participants:read') ? (
    <People meeting={meeting} />
  ) : (
    <section class="card" aria-labelledby="people-title">
      <h2 id="people-title">{texts.meeting.people}</h2>
      <LacksScope scope="participants:read" />
    </section>
  );
}

function People({ meeting }: { meeting: Meeting }) {
  const { client, may } = useSession();
  const { meetingRef, meetingState } = meeting;
  const { value, fault, reload } = useLoaded(meetingRef, (signal) =>
    client.participants.list(meetingRef, { pageSize: PAGE_SIZE }, { signal }),
  );
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  const action = useAction();
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  const mayAct = may('participants:write') && isOpen;
  const act = (what: () => Promise<unknown>) => void action.run(what).then(reload);
  const people = value?.participants ?? [];
  const waiting = people.filter(({ state }) => state === 'waiting');
  return (
    <>
      <FaultNotice fault={action.fault} />
      {isOpen && waiting.length > 0 && (
        <WaitingCard people={waiting} act={mayAct ? act : null} meetingRef={meetingRef} />
      )}
      <section class="card" aria-labelledby="people-title">
        <div class="title-line title-apart">
          <h2 id="people-title">{texts.meeting.people}</h2>
          {mayAct && people.some(({ state }) => state === 'present') && (
            <button
              type="button"
              class="button button-small"
              onClick={() => act(() => client.meetings.muteAll(meetingRef))}
            >
              {texts.meeting.muteEveryone}
            </button>
          )}
        </div>
        <FaultNotice fault={fault} retry={reload} />
        {value !== null && people.length === 0 && <p class="quiet">{texts.meeting.nobody}</p>}
        {people.length > 0 && <PeopleTable people={people} act={mayAct ? act : null} />}
      </section>
      <Downloads meeting={meeting} people={people.length > 0} />
    </>
  );
}
