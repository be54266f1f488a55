import { useRef, useState } from 'preact/hooks';
import {
  EllipsisVertical,
  Hand,
  MicOff,
  MonitorUp,
  MonitorX,
  UserRound,
  UserRoundCog,
  UserRoundX,
} from 'lucide-preact';
import { hasHandUp, inListOrder, type Person } from './person.ts';
import { useRowFocus } from '../hooks/use-row-focus.ts';
import { messages } from '../i18n/messages.ts';
import type { Session } from '../session/session.ts';
import { Avatar, ConnectionIcon, MutedIcon } from './person-icons.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { MenuItem, Popup } from '../components/popup.tsx';
import type { HostAction } from '../session/guest-api.ts';

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
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- in Safari, a list without markers is none
      role="list"
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

/** A host's menu for one person. */
function PersonMenu({ person, session }: { person: Person; session: Session }) {
  const [asksToRemove, setAsksToRemove] = useState(false);
  const { host, guest } = messages;
  const name = person.name || guest;
  const act = (action: Omit<HostAction, 'participantRef'>) => () =>
    void session.actions.act({ ...action, participantRef: person.ref });
  return (
    <>
      <Popup name={host.optionsFor(name)} icon={EllipsisVertical} isMenu subject={name}>
        {person.microphoneOn && (
          <MenuItem
            icon={MicOff}
            name={host.mute}
            run={act({ operation: 'muteParticipant', source: 'microphone' })}
          />
        )}
        {person.sharing && (
          <MenuItem
            icon={MonitorX}
            name={host.stopScreen}
            run={act({ operation: 'muteParticipant', source: 'screen' })}
          />
        )}
        {hasHandUp(person) && (
          <MenuItem icon={Hand} name={messages.lowerHand} run={act({ operation: 'lowerHand' })} />
        )}
        {person.isHost ? (
          <MenuItem icon={UserRound} name={host.makeGuest} run={act({ operation: 'makeGuest' })} />
        ) : (
          <MenuItem icon={UserRoundCog} name={host.makeHost} run={act({ operation: 'makeHost' })} />
        )}
        <MenuItem icon={UserRoundX} name={host.remove} run={() => setAsksToRemove(true)} />
      </Popup>
      {asksToRemove && (
        <ConfirmDialog
          title={host.removeTitle(name)}
          help={host.removeHelp}
          stay={host.cancel}
          go={host.remove}
          onClose={() => setAsksToRemove(false)}
          onGo={act({ operation: 'removeParticipant' })}
        />
      )}
    </>
  );
}
