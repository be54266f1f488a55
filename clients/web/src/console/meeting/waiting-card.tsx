import type { Meeting } from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';
import { useSession } from '../session/use-session.ts';
import type { People } from './use-people.ts';

type Props = { meeting: Meeting; people: People };

/** The people waiting to join, as a host of the meeting sees them; nothing when there are none. */
export function WaitingCard({ meeting, people }: Props) {
  const { client } = useSession();
  const { meetingRef, meetingState } = meeting;
  const { list, act } = people;
  const waiting = (list?.value ?? []).filter(({ state }) => state === 'waiting');
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  if (!isOpen || waiting.length === 0) return null;
  // Whoever came last is refused if there is no place for all: that says so.
  const admitAll = async () => {
    await client.meetings.admitAll(meetingRef);
    await client.participants.admit(meetingRef, waiting.at(-1)?.participantRef ?? '');
  };
  return (
    <section class="card" aria-labelledby="waiting-title">
      <div class="title-line title-apart">
        <h2 id="waiting-title">{texts.meeting.waitingToJoin}</h2>
        {act !== null && waiting.length > 1 && (
          <button type="button" class="button button-small" onClick={() => act(admitAll)}>
            {texts.meeting.admitEveryone}
          </button>
        )}
      </div>
      <ul class="waiting" aria-labelledby="waiting-title">
        {waiting.map(({ participantRef, displayName }) => {
          const name = displayName || texts.meeting.guest;
          return (
            <li key={participantRef}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              {act !== null && (
                <span class="row">
                  <button
                    type="button"
                    class="button button-small"
                    aria-label={texts.meeting.declineName(name)}
                    onClick={() =>
                      act(() => client.participants.refuse(meetingRef, participantRef))
                    }
                  >
                    {texts.meeting.decline}
                  </button>
                  <button
                    type="button"
                    class="button button-small button-primary"
                    aria-label={texts.meeting.admitName(name)}
                    onClick={() => act(() => client.participants.admit(meetingRef, participantRef))}
                  >
                    {texts.meeting.admit}
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
