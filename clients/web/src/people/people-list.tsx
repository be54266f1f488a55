import { useRef } from 'preact/hooks';
import { Hand, MonitorUp } from 'lucide-preact';
import { hasHandUp, inListOrder } from './person.ts';
import type { Person } from './person.ts';
import { useRowFocus } from '../hooks/use-row-focus.ts';
import { messages } from '../i18n/messages.ts';
import { PersonMenu } from '../host/person-menu.tsx';
import type { Session } from '../session/session.ts';
import { Avatar } from './avatar.tsx';
import { ConnectionIcon, MutedIcon } from './status-icons.tsx';

type Props = {
  people: readonly Person[];
  visuallyHidden?: boolean;
  /** Only for a host, who may act on the others. */
  session?: Session | undefined;
};

/**
 * All people, raised hands first. Visually hidden while the panel is closed, for screen readers.
 */
export function PeopleList({ people, visuallyHidden: onlyForReaders = false, session }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, '.panel h2');
  const queue = people.filter(hasHandUp);
  return (
    <ul
      ref={list}
      class={onlyForReaders ? 'visually-hidden' : 'people'}
      aria-label={messages.peopleList}
    >
      {inListOrder(people).map((person, at) => {
        const { ref, name, isSelf, isHost, isClient, consent, microphoneOn } = person;
        const { connection, sharing } = person;
        return (
          <li key={ref} class="person">
            <Avatar personRef={ref} name={name} />
            <span class="person-name">
              <bdi>{name || messages.guest}</bdi>
              {isSelf && <span class="quiet">({messages.you})</span>}
              {isHost && <span class="quiet">({messages.host.host})</span>}
              {isClient && <span class="quiet">({messages.host.client})</span>}
              {consent === 'declined' && (
                <span class="quiet">({messages.host.consent.declined})</span>
              )}
            </span>
            {(connection === 'poor' || connection === 'lost') && (
              <ConnectionIcon grade={connection} />
            )}
            {sharing && (
              <>
                <MonitorUp aria-hidden="true" />
                <span class="visually-hidden">{messages.sharing}</span>
              </>
            )}
            {hasHandUp(person) && (
              <span class="person-hand">
                <Hand aria-hidden="true" />
                <span aria-hidden="true">{queue.length > 1 ? messages.number(at + 1) : ''}</span>
                <span class="visually-hidden">{messages.handPlace(at + 1)}</span>
              </span>
            )}
            {!microphoneOn && <MutedIcon />}
            {session !== undefined && !isSelf && <PersonMenu person={person} session={session} />}
          </li>
        );
      })}
    </ul>
  );
}
