import type { ComponentChildren } from 'preact';
import { StateMark, type Tone } from '../components/state-mark.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { texts } from '../i18n/texts.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews, useSession } from '../session/use-session.ts';
import { type ComponentName, type Health, readHealth } from './read-health.ts';

const TONES: Record<Health['status'] | 'starting' | 'off', Tone> = {
  ok: 'good',
  starting: 'busy',
  degraded: 'busy',
  unavailable: 'bad',
  off: 'quiet',
};

export function ServicePage() {
  return (
    <>
      <h1>{texts.service.title}</h1>
      <div class="columns">
        <KeyCard />
        <HealthCard />
      </div>
    </>
  );
}

function KeyCard() {
  const { key } = useSession();
  const limit = (value: number | null) =>
    value === null ? texts.service.unlimited : formatNumber(value);
  return (
    <section class="card">
      <h2>{texts.service.key}</h2>
      <dl class="facts">
        <Fact name={texts.service.name}>
          <bdi>{key.name}</bdi>
        </Fact>
        <Fact name={texts.service.tenant}>
          <bdi>{key.tenant}</bdi>
        </Fact>
        <Fact name={texts.service.mode}>
          <code>{key.mode}</code>
        </Fact>
        <Fact name={texts.service.createdAt}>{formatMoment(key.createdAt)}</Fact>
        <Fact name={texts.service.expiresAt}>
          {key.expiresAt === null ? texts.service.never : formatMoment(key.expiresAt)}
        </Fact>
        <Fact name={texts.service.reads}>{limit(key.limits.readPerMinute)}</Fact>
        <Fact name={texts.service.writes}>{limit(key.limits.writePerMinute)}</Fact>
        <Fact name={texts.service.held}>{formatNumber(key.limits.heldReads)}</Fact>
      </dl>
      <h3>{texts.service.scopes}</h3>
      <ul class="chips">
        {key.scopes.map((scope) => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function HealthCard() {
  const { value, fault, reload } = useLoaded('health', readHealth);
  useNews(() => false, reload);
  return (
    <section class="card">
      <h2>{texts.service.health}</h2>
      <FaultNotice fault={fault} retry={reload} />
      {value !== null && (
        <>
          <ul class="health">
            {(Object.keys(value.components) as ComponentName[]).map((name) => {
              const { status, engine, detail } = value.components[name];
              return (
                <li key={name}>
                  <strong>{texts.service.components[name]}</strong>
                  <StateMark tone={TONES[status]}>{texts.service.statuses[status]}</StateMark>
                  {engine !== undefined && (
                    <bdi class="quiet small" lang="en">
                      {engine}
                    </bdi>
                  )}
                  {detail !== undefined && (
                    <bdi class="quiet small" lang="en">
                      {detail}
                    </bdi>
                  )}
                </li>
              );
            })}
          </ul>
          <p class="quiet small">
            {texts.service.version} <bdi>{value.version}</bdi>
          </p>
        </>
      )}
    </section>
  );
}
