import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Meeting } from '../../../../../contract/generated/api.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { plannedTimeOf, PlannedTimeFields, scheduleOf } from '../meetings/planned-time.tsx';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';

type Props = { meeting: Meeting; changed: () => void };

/**
 * A button and its dialog: the title of a meeting and when it is planned, until it begins. A dialog that is open then
 * stays, with what was typed.
 */
export function ChangeMeeting({ meeting, changed }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {meeting.meetingState === 'created' && (
        <button
          ref={button}
          type="button"
          class="button button-small"
          onClick={() => setIsOpen(true)}
        >
          {texts.meeting.change}
        </button>
      )}
      {isOpen && (
        <ChangeDialog
          meeting={meeting}
          changed={changed}
          onClose={() => {
            setIsOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

function ChangeDialog({ meeting, changed, onClose }: Props & { onClose: () => void }) {
  const { client } = useSession();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const before = useRef(meeting).current;
  const [title, setTitle] = useState(before.title);
  const [time, setTime] = useState(plannedTimeOf(before.schedule));
  const { busy, fault, run } = useAction();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const save = async () => {
    const was = plannedTimeOf(before.schedule);
    const isMoved = time.start !== was.start || time.end !== was.end;
    const change = {
      ...(title !== before.title && { title }),
      // A plan that somebody else moves meanwhile stays moved.
      ...(isMoved && { schedule: scheduleOf(time, before.schedule) }),
    };
    if (!(await run(() => client.meetings.update(meeting.meetingRef, change)))) return;
    changed();
    close();
  };
  return (
    <dialog
      ref={dialog}
      class="new-meeting-dialog"
      aria-labelledby={`${id}-heading`}
      onClose={onClose}
    >
      <h2 id={`${id}-heading`}>{texts.meeting.change}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="labelled">
          <label for={id}>{texts.meetings.newTitle}</label>
          <input
            id={id}
            class="field"
            maxLength={200}
            required
            autocomplete="off"
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </div>
        <PlannedTimeFields time={time} before={before.schedule} onChange={setTime} />
        <FaultNotice fault={fault} />
        <div class="row">
          <button type="button" class="button" onClick={close}>
            {texts.close}
          </button>
          <button type="submit" class="button button-primary" aria-disabled={busy}>
            {texts.meeting.save}
          </button>
        </div>
      </form>
    </dialog>
  );
}
