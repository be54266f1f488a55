import type { ConnectionQuality, Participant } from '../../../../../contract/generated/api.ts';
import { StateMark, type Tone } from '../components/state-mark.tsx';
import { formatLength, formatPercent } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { PersonMenu } from './person-menu.tsx';
import type { Act } from './use-people.ts';

type Props = {
  people: readonly Participant[];
  /** null: the key may not act on people, or the meeting is over. */
  act: Act | null;
};

export function PeopleTable({ people, act }: Props) {
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
            </td>
            <td>{formatLength(person.attendedMs)}</td>
            <td>{person.spokeMs === null ? '' : formatLength(person.spokeMs)}</td>
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

function toneOf(state: Participant['state']): Tone {
  if (state === 'present') return 'good';
  if (state === 'waiting') return 'busy';
  return state === 'refused' || state === 'removed' ? 'bad' : 'quiet';
}
