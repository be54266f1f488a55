import { useEffect, useRef } from 'preact/hooks';
import type { WaitingRoom as Waiting } from '../../../../contract/generated/guest-api.ts';
import { playNotes } from '../devices/play-notes.ts';
import { useRowFocus } from '../hooks/use-row-focus.ts';
import { messages } from '../i18n/messages.ts';
import { Avatar } from '../people/person-icons.tsx';
import type { Session } from '../session/session.ts';

const KNOCK_HZ = [659.25, 523.25];

/** The people waiting, with the host's buttons. Nothing while nobody waits. */
export function WaitingRoom({ waiting, session }: Pick<Waiting, 'waiting'> & { session: Session }) {
  const room = useRef<HTMLElement>(null);
  useKnock(waiting.length, session);
  useRowFocus(room, 'main');
  const { host, guest } = messages;
  if (waiting.length === 0) return null;
  return (
    <section ref={room} class="waiting-room" aria-label={host.waitingToJoin}>
      <header>
        <h2>
          {host.waitingToJoin}
          {waiting.length > 1 && ` (${messages.number(waiting.length)})`}
        </h2>
        <button
          type="button"
          class="button button-small"
          onClick={() => void session.actions.admitAll(waiting.at(-1)?.participantRef)}
        >
          {host.admitEveryone}
        </button>
      </header>
      <ul>
        {waiting.map(({ participantRef, displayName }) => {
          const name = displayName || guest;
          return (
            <li key={participantRef}>
              <Avatar personRef={participantRef} name={displayName} />
              <span class="person-name">
                <bdi>{name}</bdi>
              </span>
              <span class="waiting-decision">
                <button
                  type="button"
                  class="button button-small"
                  aria-label={host.declineName(name)}
                  onClick={() =>
                    void session.actions.act({ operation: 'refuseParticipant', participantRef })
                  }
                >
                  {host.decline}
                </button>
                <button
                  type="button"
                  class="button button-small button-primary"
                  aria-label={host.admitName(name)}
                  onClick={() =>
                    void session.actions.act({ operation: 'admitParticipant', participantRef })
                  }
                >
                  {host.admit}
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Plays two notes when another person starts waiting. */
function useKnock(count: number, session: Session): void {
  const before = useRef(0);
  useEffect(() => {
    if (count > before.current)
      void playNotes(KNOCK_HZ, session.devices.active('speaker') ?? null).catch(() => undefined);
    before.current = count;
  }, [count, session]);
}
