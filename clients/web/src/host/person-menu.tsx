import { useState } from 'preact/hooks';
import {
  EllipsisVertical,
  Hand,
  MicOff,
  MonitorX,
  UserRound,
  UserRoundCog,
  UserRoundX,
} from 'lucide-preact';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { MenuItem, Popup } from '../components/popup.tsx';
import { messages } from '../i18n/messages.ts';
import { hasHandUp, type Person } from '../people/person.ts';
import type { HostAction } from '../session/guest-api.ts';
import type { Session } from '../session/session.ts';

/** A host's menu for one person. */
export function PersonMenu({ person, session }: { person: Person; session: Session }) {
  const [asksToRemove, setAsksToRemove] = useState(false);
  const { host, guest } = messages;
  const name = person.name || guest;
  const act = (action: Omit<HostAction, 'participantRef'>) => () =>
    void session.actions.act({ ...action, participantRef: person.ref });
  return (
    <>
      <Popup name={host.optionsFor(name)} icon={EllipsisVertical} isMenu>
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
