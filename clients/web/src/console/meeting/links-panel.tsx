import { useState } from 'preact/hooks';
import { Link } from 'lucide-preact';
import type {
  GuestLink,
  GuestLinkWithUrl,
  Meeting,
  ParticipantRole,
} from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { StateMark } from '../components/state-mark.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useAction } from '../session/use-action.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { CopyField } from '../components/copy-field.tsx';

/** The links through which people join. Their URLs are shown only on creation. */
export function LinksPanel({ meeting }: { meeting: Meeting }) {
  const { client, may } = useSession();
  const { meetingRef, meetingState } = meeting;
  const mayRead = may('guest-links:read');
  const { value, fault, reload } = useLoaded(meetingRef, async (signal) =>
    mayRead ? client.guestLinks.list(meetingRef, { signal }) : [],
  );
  useNews(({ data }) => data.meetingRef === meetingRef, reload);
  const isOpen = meetingState === 'created' || meetingState === 'in_progress';
  return (
    <>
      {isOpen && may('guest-links:write') && <NewLink meetingRef={meetingRef} onMade={reload} />}
      <section class="card" aria-labelledby="links-title">
        <h2 id="links-title">{texts.meeting.links}</h2>
        {!mayRead && <LacksScope scope="guest-links:read" />}
        <FaultNotice fault={fault} retry={reload} />
        {mayRead && value?.length === 0 && <p class="quiet">{texts.links.none}</p>}
        {value !== null && value.length > 0 && (
          <LinkTable links={value} changed={reload} isOpen={isOpen} />
        )}
      </section>
    </>
  );
}

/** `isOpen`: the meeting is not over. */
type TableProps = { links: readonly GuestLink[]; isOpen: boolean; changed: () => void };

function LinkTable({ links, isOpen, changed }: TableProps) {
  const { client, may } = useSession();
  const mayChange = isOpen && may('guest-links:write');
  const { busy, fault, run } = useAction();
  return (
    <>
      <FaultNotice fault={fault} />
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{texts.links.link}</th>
            <th scope="col">{texts.meeting.role}</th>
            <th scope="col">{texts.links.uses}</th>
            <th scope="col">{texts.links.expiresAt}</th>
            <th scope="col">{texts.meeting.state}</th>
            {mayChange && (
              <th scope="col">
                <span class="visually-hidden">{texts.meeting.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.guestLinkRef}>
              <LinkCells link={link} isOpen={isOpen} />
              {mayChange && (
                <td class="table-end">
                  {link.revokedAt === null && (
                    <ConfirmButton
                      name={texts.links.revoke}
                      question={texts.links.confirmRevoke}
                      disabled={busy}
                      onConfirm={() =>
                        void run(() =>
                          client.guestLinks.revoke(link.meetingRef, link.guestLinkRef),
                        ).then(changed)
                      }
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function LinkCells({ link, isOpen }: { link: GuestLink; isOpen: boolean }) {
  const state = stateOf(link, isOpen);
  const uses = formatNumber(link.uses);
  return (
    <>
      <th scope="row">
        {link.displayName !== null && (
          <>
            <bdi>{link.displayName}</bdi>{' '}
          </>
        )}
        <code class="small">{link.guestLinkRef}</code>
      </th>
      <td>{texts.meeting[link.role]}</td>
      <td data-heading={texts.links.uses}>
        {link.maxUses === null ? uses : texts.links.usesOf(uses, formatNumber(link.maxUses))}
      </td>
      <td data-heading={texts.links.expiresAt}>{formatMoment(link.expiresAt)}</td>
      <td>
        <StateMark tone={state === 'valid' ? 'good' : 'quiet'}>{texts.links[state]}</StateMark>
      </td>
    </>
  );
}

/** Whether one more person can join by the link. */
function stateOf(link: GuestLink, isOpen: boolean): 'valid' | 'unusable' | 'expired' | 'revoked' {
  const { revokedAt, expiresAt, uses, maxUses } = link;
  if (revokedAt !== null) return 'revoked';
  if (Date.parse(expiresAt) < Date.now()) return 'expired';
  return isOpen && (maxUses === null || uses < maxUses) ? 'valid' : 'unusable';
}

const ROLES = ['guest', 'host'] as const satisfies readonly ParticipantRole[];

/** Creates a link and shows its URL, only once. */
function NewLink({ meetingRef, onMade }: { meetingRef: string; onMade: () => void }) {
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
