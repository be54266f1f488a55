import type { Meeting } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useSession } from '../session/use-session.ts';
import { Downloads } from './downloads.tsx';
import { PeopleTable } from './people-table.tsx';
import type { People } from './use-people.ts';
import { WaitingCard } from './waiting-card.tsx';

type Props = { meeting: Meeting; people: People };

export function PeoplePanel({ meeting, people }: Props) {
  const { client } = useSession();
  const { list, act } = people;
  const all = list?.value ?? [];
  return (
    <>
      <WaitingCard meeting={meeting} people={people} />
      <section class="card" aria-labelledby="people-title">
        <div class="title-line title-apart">
          <h2 id="people-title">{texts.meeting.people}</h2>
          {act !== null && all.some(({ state }) => state === 'present') && (
            <button
              type="button"
              class="button button-small"
              onClick={() => act(() => client.meetings.muteAll(meeting.meetingRef))}
            >
              {texts.meeting.muteEveryone}
            </button>
          )}
        </div>
        {list === null && <LacksScope scope="participants:read" />}
        <FaultNotice fault={people.fault} />
        <FaultNotice fault={list?.fault} retry={list?.reload} />
        {list?.value?.length === 0 && <p class="quiet">{texts.meeting.nobody}</p>}
        {all.length > 0 && <PeopleTable people={all} act={act} />}
      </section>
      <Downloads meeting={meeting} people={all.length > 0} />
    </>
  );
}
