import { inListOrder } from '../room/person.ts';
import type { Person } from '../room/person.ts';
import { words } from '../words/words.ts';
import { Avatar } from './avatar.tsx';
import { Connection, Muted } from './state-mark.tsx';

type Props = { people: readonly Person[]; onlyForReaders?: boolean };

/** Everybody, one item a person. Screen readers find it also while the panel is closed. */
export function PeopleList({ people, onlyForReaders = false }: Props) {
  return (
    <ul className={onlyForReaders ? 'for-readers' : 'people'} aria-label={words.peopleList}>
      {inListOrder(people).map(({ ref, name, isSelf, microphoneOn, connection }) => (
        <li key={ref} className="person">
          <Avatar personRef={ref} name={name} />
          <span className="person-name">
            <bdi>{name || words.guest}</bdi>
            {isSelf && <span className="quiet"> ({words.you.toLowerCase()})</span>}
          </span>
          {(connection === 'poor' || connection === 'lost') && <Connection grade={connection} />}
          {!microphoneOn && <Muted />}
        </li>
      ))}
    </ul>
  );
}
