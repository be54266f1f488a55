import type { WebhookDelivery } from '../../../../../contract/generated/api.ts';
import { StateMark } from '../components/state-mark.tsx';
import { formatMoment } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';

const TONES = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;

type Props = {
  deliveries: readonly WebhookDelivery[];
  /** null: nothing can be resent. */
  replay: ((deliveryRef: string) => void) | null;
  busy: boolean;
};

/** The newest page of deliveries, with the result of every attempt. */
export function DeliveryTable({ deliveries, replay, busy }: Props) {
  if (deliveries.length === 0) return <p class="quiet">{texts.webhooks.noDeliveries}</p>;
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{texts.webhooks.event}</th>
          <th scope="col">{texts.webhooks.status}</th>
          <th scope="col">{texts.webhooks.attempts}</th>
          <th scope="col">
            <span class="visually-hidden">{texts.webhooks.replay}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.deliveryRef}>
            <th scope="row">
              <code>{delivery.eventType}</code>{' '}
              <span class="quiet small">{formatMoment(delivery.createdAt)}</span>
            </th>
            <td>
              <StateMark tone={TONES[delivery.status]}>
                {texts.webhooks.statuses[delivery.status]}
              </StateMark>
            </td>
            <td>
              <Attempts delivery={delivery} />
            </td>
            <td>
              {replay !== null && delivery.status !== 'pending' && (
                <button
                  type="button"
                  class="button button-small"
                  aria-disabled={busy}
                  onClick={() => replay(delivery.deliveryRef)}
                >
                  {texts.webhooks.replay}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Attempts({ delivery }: { delivery: WebhookDelivery }) {
  return (
    <>
      <ul class="small">
        {delivery.attempts.map(({ attemptedAt, result, httpStatus }) => (
          <li key={attemptedAt}>
            {formatMoment(attemptedAt)} <code>{result}</code> {httpStatus}
          </li>
        ))}
      </ul>
      {delivery.nextAttemptAt !== null && (
        <span class="quiet small">{texts.webhooks.next(formatMoment(delivery.nextAttemptAt))}</span>
      )}
    </>
  );
}
