import type { Participant } from '../../../../../contract/generated/api.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { StateMark, type Tone } from '../components/state-mark.tsx';
import { formatLength } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';

const PAGE_SIZE = 200;

/** Everybody who came, or tried to; up to 200. */
export function PeopleCard({ meetingRef }: { meetingRef: string }) {
  const { client } = useSession();
  const { value, fault, reload } = useLoaded(meetingRef, (signal) =>
    client.participants.list(meetingRef, { pageSize: PAGE_SIZE }, { signal }),
  );
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  if (value === null) return <FaultNotice fault={fault} retry={reload} />;
  if (value.participants.length === 0) return <p class="quiet">{texts.meeting.nobody}</p>;
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{texts.meeting.name}</th>
          <th scope="col">{texts.meeting.state}</th>
          <th scope="col">{texts.meeting.attended}</th>
          <th scope="col">{texts.meeting.spoke}</th>
        </tr>
      </thead>
      <tbody>
        {value.participants.map((person) => (
          <PersonRow key={person.participantRef} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ person }: { person: Participant }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{person.displayName || texts.meeting.guest}</bdi>
        {person.role === 'host' && <span class="quiet small"> {texts.meeting.host}</span>}
      </th>
      <td>
        <StateMark tone={toneOf(person.state)}>{nameOf(person.state)}</StateMark>
      </td>
      <td>{formatLength(person.attendedMs)}</td>
      <td>{person.spokeMs === null ? '' : formatLength(person.spokeMs)}</td>
    </tr>
  );
}

/** More states may come: one without a name is shown as the API calls it. */
function nameOf(state: string): string {
  const names: Record<string, string> = texts.meeting.peopleStates;
  return names[state] ?? state;
}

function toneOf(state: Participant['state']): Tone {
  if (state === 'present') return 'good';
  if (state === 'waiting') return 'busy';
  return state === 'refused' || state === 'removed' ? 'bad' : 'quiet';
}
