import { useId, useState } from 'preact/hooks';
import type { Webhook } from '../../../../../contract/generated/api.ts';
import { CopyField } from '../components/copy-field.tsx';
import { FaultNotice, LacksScope } from '../components/fault-notice.tsx';
import { StateMark } from '../components/state-mark.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment } from '../i18n/format.ts';
import { addressOf } from '../route.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useAction } from '../session/use-action.ts';
import { useNews, useSession } from '../session/use-session.ts';

export function WebhooksPage() {
  const { may } = useSession();
  return (
    <>
      <h1>{texts.webhooks.title}</h1>
      {may('webhooks:read') ? <WebhookList /> : <LacksScope scope="webhooks:read" />}
    </>
  );
}

function WebhookList() {
  const { client, may } = useSession();
  const { value, fault, reload } = useLoaded('webhooks', (signal) =>
    client.webhooks.list({ signal }),
  );
  useNews(() => false, reload);
  return (
    <>
      {may('webhooks:write') && <NewWebhook onMade={reload} />}
      <FaultNotice fault={fault} retry={reload} />
      {value?.length === 0 && <p class="quiet">{texts.webhooks.none}</p>}
      <ul class="list" aria-label={texts.webhooks.title}>
        {value?.map((webhook) => (
          <li key={webhook.webhookRef}>
            <a class="list-item" href={addressOf.webhook(webhook.webhookRef)}>
              <strong>
                <bdi>{webhook.url}</bdi>
              </strong>
              <WebhookMark webhook={webhook} />
              <span class="quiet small">{formatMoment(webhook.createdAt)}</span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

export function WebhookMark({ webhook }: { webhook: Webhook }) {
  const isActive = webhook.status === 'active';
  return (
    <StateMark tone={isActive ? 'good' : 'bad'}>
      {isActive ? texts.webhooks.active : texts.webhooks.disabled}
    </StateMark>
  );
}

function NewWebhook({ onMade }: { onMade: () => void }) {
  const { client } = useSession();
  const id = useId();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, fault, run } = useAction();
  const create = () =>
    run(async () => {
      setSecret((await client.webhooks.create({ url: url.trim() })).secret);
      setUrl('');
      onMade();
    });
  return (
    <section class="card" aria-label={texts.webhooks.create}>
      <form
        class="new-meeting"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="labelled">
          <label for={id}>{texts.webhooks.url}</label>
          <input
            id={id}
            class="field"
            type="url"
            dir="ltr"
            required
            autocomplete="off"
            value={url}
            onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        </div>
        <button type="submit" class="button button-primary" aria-disabled={busy}>
          {texts.webhooks.create}
        </button>
      </form>
      <FaultNotice fault={fault} />
      {secret !== null && <NewSecret secret={secret} />}
    </section>
  );
}

export function NewSecret({ secret }: { secret: string }) {
  return (
    <>
      <output class="quiet">{texts.webhooks.secretHelp}</output>
      <CopyField label={texts.webhooks.secret} value={secret} copy={texts.copy} focused />
    </>
  );
}
