import { useState } from 'preact/hooks';
import { DoorClosed, Lock, LockOpen, MicOff } from 'lucide-preact';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { messages } from '../i18n/messages.ts';
import type { Session } from '../session/session.ts';

/** A host's controls for the whole meeting. */
export function HostControls({ locked, session }: { locked: boolean; session: Session }) {
  const [asksToEnd, setAsksToEnd] = useState(false);
  const { host } = messages;
  return (
    <div class="host-controls">
      <button
        type="button"
        class="button button-small"
        onClick={() => void session.actions.act({ operation: 'muteAll' })}
      >
        <MicOff aria-hidden="true" />
        {host.muteEveryone}
      </button>
      <button
        type="button"
        class="button button-small"
        onClick={() =>
          void session.actions.act({ operation: locked ? 'unlockMeeting' : 'lockMeeting' })
        }
      >
        {locked ? <LockOpen aria-hidden="true" /> : <Lock aria-hidden="true" />}
        {locked ? host.unlock : host.lock}
      </button>
      <button type="button" class="button button-small" onClick={() => setAsksToEnd(true)}>
        <DoorClosed aria-hidden="true" />
        {host.end}
      </button>
      {asksToEnd && (
        <ConfirmDialog
          title={host.endTitle}
          help={host.endHelp}
          stay={host.cancel}
          go={host.end}
          onClose={() => setAsksToEnd(false)}
          onGo={() => void session.actions.act({ operation: 'endMeeting' })}
        />
      )}
    </div>
  );
}
