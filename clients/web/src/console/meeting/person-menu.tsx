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
import type { Participant } from '../../../../../contract/generated/api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { MenuItem, Popup } from '../../components/popup.tsx';
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
      <Popup name={texts.meeting.optionsFor(name)} icon={EllipsisVertical} isMenu>
        {person.state === 'present' && (
          <>
            <MenuItem icon={MicOff} name={texts.meeting.mute} run={mute('microphone')} />
            <MenuItem icon={MonitorX} name={texts.meeting.stopScreen} run={mute('screen')} />
          </>
        )}
        {person.handRaisedAt !== null && (
          <MenuItem
            icon={Hand}
            name={texts.meeting.lowerHand}
            run={() => act(() => participants.lowerHand(meetingRef, participantRef))}
          />
        )}
        {person.role === 'host' ? (
          <MenuItem
            icon={UserRound}
            name={texts.meeting.makeGuest}
            run={() => act(() => participants.makeGuest(meetingRef, participantRef))}
          />
        ) : (
          <MenuItem
            icon={UserRoundCog}
            name={texts.meeting.makeHost}
            run={() => act(() => participants.makeHost(meetingRef, participantRef))}
          />
        )}
        <MenuItem icon={UserRoundX} name={texts.meeting.remove} run={() => setAsksToRemove(true)} />
      </Popup>
      {asksToRemove && (
        <ConfirmDialog
          title={texts.meeting.confirmRemove(name)}
          stay={texts.cancel}
          go={texts.meeting.remove}
          onClose={() => setAsksToRemove(false)}
          onGo={() => act(() => participants.remove(meetingRef, participantRef))}
        />
      )}
    </>
  );
}
