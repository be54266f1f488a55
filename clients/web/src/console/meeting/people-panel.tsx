import type {
  ConnectionQuality,
  Meeting,
  Participant,
} from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { formatLength, formatPercent, wordsFor } from '../i18n/format.ts';
import { useSession } from '../session/use-session.ts';
import { Downloads } from './downloads.tsx';
import type { Act, People } from './use-people.ts';
import { WaitingCard } from './waiting-card.tsx';
import { StateMark, type Tone } from '../components/state-mark.tsx';
import { PersonMenu } from './person-menu.tsx';

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

type TableProps = {
  people: readonly Participant[];
  /** null: the key may not act on people, or the meeting is over. */
  act: Act | null;
};

function PeopleTable({ people, act }: TableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{texts.meeting.name}</th>
          <th scope="col">{texts.meeting.role}</th>
          <th scope="col">{texts.meeting.state}</th>
          <th scope="col">{texts.meeting.attended}</th>
          <th scope="col">{texts.meeting.spoke}</th>
          <th scope="col">{texts.meeting.connection}</th>
          {act !== null && (
            <th scope="col">
              <span class="visually-hidden">{texts.meeting.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.participantRef}>
            <th scope="row">
              <bdi>{person.displayName || texts.meeting.guest}</bdi>
              {person.handRaisedAt !== null && (
                <span class="quiet small"> {texts.meeting.handRaised}</span>
              )}
            </th>
            <td>{texts.meeting[person.role]}</td>
            <td>
              <StateMark tone={toneOf(person.state)}>{nameOf(person.state)}</StateMark>
              {isUnusual(person) && <p class="quiet small">{wordsFor(person.stateReason ?? '')}</p>}
            </td>
            <td data-heading={texts.meeting.attended}>{formatLength(person.attendedMs)}</td>
            <td data-heading={texts.meeting.spoke}>
              {person.spokeMs === null ? '' : formatLength(person.spokeMs)}
            </td>
            <td>{person.connection && connectionOf(person.connection)}</td>
            {act !== null && (
              <td class="table-end">
                {['admitted', 'present'].includes(person.state) && (
                  <PersonMenu person={person} act={act} />
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The media path, and the higher loss of the two directions. */
function connectionOf({ transport, sentLossPercent, receivedLossPercent }: ConnectionQuality) {
  const loss = Math.max(sentLossPercent ?? 0, receivedLossPercent ?? 0);
  return `${transport.toUpperCase()}, ${texts.meeting.lost(formatPercent(loss))}`;
}

/** States may be added: one without a text is shown by its API name. */
function nameOf(state: string): string {
  const names: Record<string, string> = texts.meeting.peopleStates;
  return names[state] ?? state;
}

/** Whether the state says too little about how the person went. */
function isUnusual({ state, stateReason }: Participant): boolean {
  return state === 'left' && !['left', 'meeting_ended'].includes(stateReason ?? 'left');
}

function toneOf(state: Participant['state']): Tone {
  if (state === 'present') return 'good';
  if (state === 'waiting') return 'busy';
  return state === 'refused' || state === 'removed' ? 'bad' : 'quiet';
}
