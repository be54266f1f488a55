import { useState } from 'preact/hooks';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment, wordsFor } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useAction } from '../session/use-action.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { NewSecret, WebhookMark } from './webhooks-page.tsx';
import type { Webhook, WebhookDelivery } from '../../../../../contract/generated/api.ts';
import { StateMark } from '../components/state-mark.tsx';

export function WebhookPage({ webhookRef }: { webhookRef: string }) {
  const { may } = useSession();
  return (
    <>
      <p>
        <a class="back" href={addressOf.webhooks}>
          {texts.webhooks.back}
        </a>
      </p>
      {may('webhooks:read') ? (
        <OneWebhook webhookRef={webhookRef} />
      ) : (
        <LacksScope scope="webhooks:read" />
      )}
    </>
  );
}

/** With its newest deliveries. */
function useWebhook(webhookRef: string) {
  const { client } = useSession();
  const loaded = useLoaded(webhookRef, async (signal) => {
    const [webhook, { deliveries }] = await Promise.all([
      client.webhooks.read(webhookRef, { signal }),
      client.webhooks.listDeliveries(webhookRef, {}, { signal }),
    ]);
    return { webhook, deliveries };
  });
  useNews(() => true, loaded.reload);
  return loaded;
}

function OneWebhook({ webhookRef }: { webhookRef: string }) {
  const { client, may } = useSession();
  const { busy, fault, run } = useAction();
  const loaded = useWebhook(webhookRef);
  if (loaded.value === null) return <FaultNotice fault={loaded.fault} retry={loaded.reload} />;
  const { webhook, deliveries } = loaded.value;
  const change: Change = (act) => void run(act).then(loaded.reload);
  return (
    <>
      <div class="title-line">
        <h1>
          <bdi>{webhook.url}</bdi>
        </h1>
        <WebhookMark webhook={webhook} />
      </div>
      {may('webhooks:write') && <Actions {...{ webhook, busy, run, change }} />}
      <FaultNotice fault={fault ?? loaded.fault} />
      <section class="card" aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">{texts.webhooks.deliveries}</h2>
        {isLate(deliveries) && (
          <output class="alert">
            <span>
              {texts.webhooks.late} <a href={addressOf.health}>{texts.nav.health}</a>
            </span>
          </output>
        )}
        <DeliveryTable
          deliveries={deliveries}
          busy={busy}
          replay={
            may('webhooks:write') && webhook.status === 'active'
              ? (ref) => change(() => client.webhooks.replayDelivery(webhookRef, ref))
              : null
          }
        />
      </section>
    </>
  );
}

type Change = (act: () => Promise<unknown>) => void;
type ActionsProps = {
  webhook: Webhook;
  busy: boolean;
  run: ReturnType<typeof useAction>['run'];
  change: Change;
};

function Actions({ webhook, busy, run, change }: ActionsProps) {
  const { client } = useSession();
  const [secret, setSecret] = useState<string | null>(null);
  const { webhookRef } = webhook;
  const isActive = webhook.status === 'active';
  const erase = async () => {
    if (await run(() => client.webhooks.delete(webhookRef))) location.hash = addressOf.webhooks;
  };
  return (
    <>
      <div class="row">
        <button
          type="button"
          class="button button-small"
          aria-disabled={busy}
          onClick={() => change(() => client.webhooks.test(webhookRef))}
        >
          {texts.webhooks.test}
        </button>
        <button
          type="button"
          class="button button-small"
          aria-disabled={busy}
          onClick={() =>
            change(() =>
              client.webhooks.update(webhookRef, { status: isActive ? 'disabled' : 'active' }),
            )
          }
        >
          {isActive ? texts.webhooks.disable : texts.webhooks.enable}
        </button>
        <ConfirmButton
          name={texts.webhooks.rotate}
          question={texts.webhooks.confirmRotate}
          disabled={busy}
          onConfirm={() =>
            change(async () => setSecret((await client.webhooks.rotateSecret(webhookRef)).secret))
          }
        />
        <ConfirmButton
          name={texts.webhooks.delete}
          question={texts.webhooks.confirmDelete}
          disabled={busy}
          onConfirm={() => void erase()}
        />
      </div>
      {secret !== null && (
        <section class="card" aria-label={texts.webhooks.secret}>
          <NewSecret secret={secret} />
        </section>
      )}
    </>
  );
}

const LATE_AFTER_MS = 60_000;

/** Whether deliveries wait that nobody has attempted: the fault is ours. Older ones may be on another page. */
function isLate(deliveries: readonly WebhookDelivery[]): boolean {
  const waiting = deliveries.filter(({ status }) => status === 'pending');
  const [oldest] = waiting.slice(-1);
  if (oldest === undefined || waiting.some(({ attempts }) => attempts.length > 0)) return false;
  return Date.now() - Date.parse(oldest.createdAt) > LATE_AFTER_MS;
}

const TONES = { pending: 'busy', delivered: 'good', failed: 'bad' } as const;

type Props = {
  deliveries: readonly WebhookDelivery[];
  /** null: nothing can be resent. */
  replay: ((deliveryRef: string) => void) | null;
  busy: boolean;
};

/** Also while it is pending: the next attempt may be a day away. */
const mayBeReplayed = ({ status, attempts }: WebhookDelivery): boolean =>
  status !== 'pending' || attempts.length > 0;

/** The newest page of deliveries, with the result of every attempt. */
function DeliveryTable({ deliveries, replay, busy }: Props) {
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
              {replay !== null && mayBeReplayed(delivery) && (
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
            {formatMoment(attemptedAt)} {wordsFor(result)}{' '}
            {httpStatus !== null && `(${httpStatus})`}
          </li>
        ))}
      </ul>
      {delivery.nextAttemptAt !== null && (
        <span class="quiet small">{texts.webhooks.next(formatMoment(delivery.nextAttemptAt))}</span>
      )}
    </>
  );
}
