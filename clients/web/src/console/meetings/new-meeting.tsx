import { useId, useState } from 'preact/hooks';
import { Plus } from 'lucide-preact';
import { CopyField } from '../components/copy-field.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { addressOf } from '../route.ts';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';

type Made = { meetingRef: string; title: string; guestUrl: string | null };

/** Two clicks to a meeting whose guest link is copied: create, copy. The link is in no storage of the browser. */
export function NewMeeting({ onMade }: { onMade: () => void }) {
  const { client, may } = useSession();
  const id = useId();
  const [title, setTitle] = useState('');
  const [made, setMade] = useState<Made | null>(null);
  const { busy, fault, run } = useAction();
  const create = () =>
    run(async () => {
      const wanted = title.trim() === '' ? texts.meetings.usualTitle : title;
      const links = may('guest-links:write') ? { guestLinks: [{}] } : {};
      const { meetingRef, guestLinks } = await client.meetings.create({ title: wanted, ...links });
      setMade({ meetingRef, title: wanted, guestUrl: guestLinks?.[0]?.guestUrl ?? null });
      setTitle('');
      onMade();
    });
  return (
    <section class="card" aria-label={texts.meetings.create}>
      <form
        class="new-meeting"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="labelled">
          <label for={id}>{texts.meetings.newTitle}</label>
          <input
            id={id}
            class="field"
            maxLength={200}
            autocomplete="off"
            placeholder={texts.meetings.usualTitle}
            value={title}
            onInput={({ currentTarget }) => setTitle(currentTarget.value)}
          />
        </div>
        <button type="submit" class="button button-primary" aria-disabled={busy}>
          <Plus aria-hidden="true" />
          {texts.meetings.create}
        </button>
      </form>
      <FaultNotice fault={fault} />
      {made !== null && (
        <div class="made">
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
              />
            </>
          )}
          <a class="button button-small" href={addressOf.meeting(made.meetingRef)}>
            {texts.meetings.open}
          </a>
        </div>
      )}
    </section>
  );
}
