import { StateMark, type Tone } from '../components/state-mark.tsx';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useLoaded } from '../session/use-loaded.ts';
import { useNews } from '../session/use-session.ts';

type ComponentName = 'database' | 'media' | 'speech' | 'summary' | 'tasks';
type Health = {
  status: 'ok' | 'degraded' | 'unavailable';
  version: string;
  components: Record<
    ComponentName,
    {
      status: 'ok' | 'starting' | 'degraded' | 'unavailable' | 'off';
      detail?: string;
      engine?: string;
    }
  >;
};

const TONES: Record<Health['status'] | 'starting' | 'off', Tone> = {
  ok: 'good',
  starting: 'busy',
  degraded: 'busy',
  unavailable: 'bad',
  off: 'quiet',
};

/** Which components of the service work. */
export function HealthPage() {
  const { value, fault, reload } = useLoaded('health', readHealth);
  useNews(() => false, reload);
  return (
    <>
      <h1>{texts.nav.health}</h1>
      <FaultNotice fault={fault} retry={reload} />
      {value !== null && (
        <section class="card" aria-label={texts.nav.health}>
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
        </section>
      )}
    </>
  );
}

/** The answer of `/health/ready`; with status 503 it has the same form. */
async function readHealth(signal: AbortSignal): Promise<Health> {
  const response = await fetch('/health/ready', {
    signal,
    headers: { accept: 'application/json' },
  });
  const health: Partial<Health> = await response.json();
  if (health.components === undefined) throw new Error('The answer is not from the service');
  return health as Health;
}
