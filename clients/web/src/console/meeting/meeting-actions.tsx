import type { Meeting } from '../../../../../contract/generated/api.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';

/** The actions that the meeting's state and the key allow. */
export function MeetingActions({ meeting, changed }: { meeting: Meeting; changed: () => void }) {
  const { client, may } = useSession();
  const { busy, fault, run } = useAction();
  const { meetingRef, meetingState, locked } = meeting;
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  const change = (act: () => Promise<unknown>) => void run(act).then(changed);
  if (!isOpen) return null;
  return (
    <>
      <div class="row">
        {may('participants:write') && (
          <button
            type="button"
            class="button button-small"
            aria-disabled={busy}
            onClick={() =>
              change(() =>
                locked ? client.meetings.unlock(meetingRef) : client.meetings.lock(meetingRef),
              )
            }
          >
            {locked ? texts.meeting.unlock : texts.meeting.lock}
          </button>
        )}
        {may('meetings:write') && meetingState === 'in_progress' && (
          <ConfirmButton
            name={texts.meeting.end}
            question={texts.meeting.confirmEnd}
            disabled={busy}
            onConfirm={() => change(() => client.meetings.end(meetingRef))}
          />
        )}
        {may('meetings:write') && meetingState === 'created' && (
          <ConfirmButton
            name={texts.meeting.cancel}
            question={texts.meeting.confirmCancel}
            disabled={busy}
            onConfirm={() => change(() => client.meetings.cancel(meetingRef))}
          />
        )}
      </div>
      <FaultNotice fault={fault} />
    </>
  );
}
