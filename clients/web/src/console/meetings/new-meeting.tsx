import { useRef, useState } from 'preact/hooks';
import { Plus } from 'lucide-preact';
import { CopyField } from '../components/copy-field.tsx';
import { texts } from '../i18n/texts.ts';
import { addressOf } from '../route.ts';
import { type Made, NewMeetingForm } from './new-meeting-form.tsx';

/** A button and its dialog: create, then copy the guest link. The link is never stored in the browser. */
export function NewMeeting({ onMade }: { onMade: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        ref={button}
        type="button"
        class="button button-primary"
        onClick={() => {
          setIsOpen(true);
          dialog.current?.showModal();
        }}
      >
        <Plus aria-hidden="true" />
        {texts.meetings.newMeeting}
      </button>
      <dialog
        ref={dialog}
        class="new-meeting-dialog"
        aria-labelledby="new-meeting-title"
        onClose={() => {
          setIsOpen(false);
          setMade(null);
          button.current?.focus();
        }}
      >
        <h2 id="new-meeting-title">{texts.meetings.newMeeting}</h2>
        {isOpen && made === null && (
          <NewMeetingForm
            onCancel={close}
            onMade={(meeting) => {
              setMade(meeting);
              onMade();
            }}
          />
        )}
        {made !== null && <MadeMeeting made={made} close={close} />}
      </dialog>
    </>
  );
}

function MadeMeeting({ made, close }: { made: Made; close: () => void }) {
  return (
    <>
      {made.guestUrl !== null && (
        <>
          <output>
            {texts.meetings.linkReady(made.title)}{' '}
            <span class="quiet">{texts.meetings.linkHelp}</span>
          </output>
          <CopyField
            label={texts.meetings.link}
            value={made.guestUrl}
            copy={texts.meetings.copyLink}
            focused
          />
        </>
      )}
      <div class="row">
        <button type="button" class="button" onClick={close}>
          {texts.close}
        </button>
        <a class="button" href={addressOf.meeting(made.meetingRef)}>
          {texts.meetings.open}
        </a>
      </div>
    </>
  );
}
