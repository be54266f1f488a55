import type { Participant } from '../../../../../contract/generated/api.ts';
import { texts } from '../i18n/texts.ts';
import { useSession } from '../session/use-session.ts';

type Props = {
  meetingRef: string;
  people: readonly Participant[];
  /** null: the key may not decide. */
  act: ((what: () => Promise<unknown>) => void) | null;
};

/** Who waits to come in, with what a host of the meeting sees as well. */
export function WaitingCard({ meetingRef, people, act }: Props) {
  const { client } = useSession();
  return (
    <section class="card" aria-labelledby="waiting-title">
      <div class="title-line title-apart">
        <h2 id="waiting-title">{texts.meeting.waitingToJoin}</h2>
        {act !== null && people.length > 1 && (
          <button
            type="button"
            class="button button-small"
            onClick={() => act(() => client.meetings.admitAll(meetingRef))}
          >
            {texts.meeting.admitEveryone}
          </button>
        )}
      </div>
      <ul class="waiting" aria-labelledby="waiting-title">
        {people.map(({ participantRef, displayName }) => {
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
