import type { GuestLink, Meeting } from '../../../../../contract/generated/api.ts';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { StateMark } from '../components/state-mark.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { useAction } from '../session/use-action.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { NewLink } from './new-link.tsx';

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
      <td>{link.maxUses === null ? uses : texts.links.usesOf(uses, formatNumber(link.maxUses))}</td>
      <td>{formatMoment(link.expiresAt)}</td>
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
