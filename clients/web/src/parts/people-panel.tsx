import { MicOff } from 'lucide-react';
import { inListOrder } from '../room/person.ts';
import type { Person } from '../room/person.ts';
import { words } from '../words/words.ts';
import { Avatar } from './avatar.tsx';
import { Panel } from './panel.tsx';
import { Connection } from './tile.tsx';

export function PeoplePanel({ people, onClose }: { people: readonly Person[]; onClose(): void }) {
  return (
    <Panel title={words.people} onClose={onClose}>
      <ul className="people" aria-label={words.peopleList}>
        {inListOrder(people).map(({ ref, name, isSelf, microphoneOn, connection }) => (
          <li key={ref} className="person">
            <Avatar personRef={ref} name={name} />
            <span className="person-name">
              <bdi>{name || words.guest}</bdi>
              {isSelf && <span className="quiet"> ({words.you.toLowerCase()})</span>}
            </span>
            {(connection === 'poor' || connection === 'lost') && <Connection grade={connection} />}
            {!microphoneOn && <MicOff role="img" aria-label={words.muted} />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
