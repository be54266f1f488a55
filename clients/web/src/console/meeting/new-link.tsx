import { useState } from 'preact/hooks';
import { Link } from 'lucide-preact';
import type { GuestLinkWithUrl, ParticipantRole } from '../../../../../contract/generated/api.ts';
import { CopyField } from '../components/copy-field.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useSession } from '../session/use-session.ts';

const ROLES = ['guest', 'host'] as const satisfies readonly ParticipantRole[];

/** Creates a link and shows its URL, only once. */
export function NewLink({ meetingRef, onMade }: { meetingRef: string; onMade: () => void }) {
  const { client, may } = useSession();
  const [role, setRole] = useState<ParticipantRole>('guest');
  const [made, setMade] = useState<GuestLinkWithUrl | null>(null);
  const { busy, fault, run } = useAction();
  const create = () =>
    run(async () => {
      setMade(await client.guestLinks.create(meetingRef, { link: { role } }));
      onMade();
    });
  return (
    <section class="card" aria-label={texts.links.create}>
      <form
        class="new-link"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {may('hosts:write') && (
          <fieldset class="radios">
            <legend>{texts.meeting.role}</legend>
            {ROLES.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="role"
                  checked={each === role}
                  onChange={() => setRole(each)}
                />
                {texts.meeting[each]}
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" class="button button-small" aria-disabled={busy}>
          <Link aria-hidden="true" />
          {texts.links.create}
        </button>
      </form>
      <FaultNotice fault={fault} />
      {made !== null && (
        <>
          <output class="quiet">
            {made.role === 'host' ? texts.links.hostHelp : texts.meetings.linkHelp}
          </output>
          <CopyField
            label={texts.meetings.link}
            value={made.guestUrl}
            copy={made.role === 'host' ? texts.links.copyHost : texts.meetings.copyLink}
            focused
          />
        </>
      )}
    </section>
  );
}
