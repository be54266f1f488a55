import { useState } from 'preact/hooks';
import {
  EllipsisVertical,
  type LucideIcon,
  MicOff,
  MonitorX,
  UserRound,
  UserRoundCog,
  UserRoundX,
} from 'lucide-preact';
import type { Participant } from '../../../../../contract/generated/api.ts';
import { Popup } from '../../components/popup.tsx';
import { SureDialog } from '../components/sure-dialog.tsx';
import { texts } from '../i18n/texts.ts';
import { useSession } from '../session/use-session.ts';
import type { Act } from './use-people.ts';

type Props = { person: Participant; act: Act };

/** What a host of the meeting could do to one person. */
export function PersonMenu({ person, act }: Props) {
  const { client } = useSession();
  const [asksToRemove, setAsksToRemove] = useState(false);
  const { meetingRef, participantRef } = person;
  const name = person.displayName || texts.meeting.guest;
  const { participants } = client;
  const mute = (source: 'microphone' | 'screen') => () =>
    act(() => participants.mute(meetingRef, participantRef, { source }));
  return (
    <>
      <Popup name={texts.meeting.optionsFor(name)} icon={EllipsisVertical} look="plain" isMenu>
        {person.state === 'present' && (
          <>
            <Item icon={MicOff} name={texts.meeting.mute} run={mute('microphone')} />
            <Item icon={MonitorX} name={texts.meeting.stopScreen} run={mute('screen')} />
          </>
        )}
        {person.role === 'host' ? (
          <Item
            icon={UserRound}
            name={texts.meeting.makeGuest}
            run={() => act(() => participants.makeGuest(meetingRef, participantRef))}
          />
        ) : (
          <Item
            icon={UserRoundCog}
            name={texts.meeting.makeHost}
            run={() => act(() => participants.makeHost(meetingRef, participantRef))}
          />
        )}
        <Item icon={UserRoundX} name={texts.meeting.remove} run={() => setAsksToRemove(true)} />
      </Popup>
      {asksToRemove && (
        <SureDialog
          name={texts.meeting.remove}
          question={texts.meeting.sureRemove(name)}
          onSure={() => act(() => participants.remove(meetingRef, participantRef))}
          onClose={() => setAsksToRemove(false)}
        />
      )}
    </>
  );
}

function Item({ icon: Icon, name, run }: { icon: LucideIcon; name: string; run(): void }) {
  return (
    <button type="button" role="menuitem" class="menu-row" onClick={run}>
      <Icon aria-hidden="true" />
      {name}
    </button>
  );
}
