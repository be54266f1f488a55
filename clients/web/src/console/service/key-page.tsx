import { Fact } from '../components/fact.tsx';
import { texts } from '../i18n/texts.ts';
import { formatMoment, formatNumber } from '../i18n/format.ts';
import { useSession } from '../session/use-session.ts';

/** The scopes and rate limits of this session's key. */
export function KeyPage() {
  const { key } = useSession();
  const limit = (value: number | null) =>
    value === null ? texts.service.unlimited : formatNumber(value);
  return (
    <>
      <h1>{texts.nav.key}</h1>
      <div class="columns">
        <section class="card" aria-label={texts.nav.key}>
          <dl class="facts">
            <Fact name={texts.service.name}>
              <bdi>{key.name}</bdi>
            </Fact>
            <Fact name={texts.service.tenant}>
              <bdi>{key.tenant}</bdi>
            </Fact>
            <Fact name={texts.service.createdAt}>{formatMoment(key.createdAt)}</Fact>
            <Fact name={texts.service.expiresAt}>
              {key.expiresAt === null ? texts.service.never : formatMoment(key.expiresAt)}
            </Fact>
            <Fact name={texts.service.reads}>{limit(key.limits.readPerMinute)}</Fact>
            <Fact name={texts.service.writes}>{limit(key.limits.writePerMinute)}</Fact>
            <Fact name={texts.service.held}>{formatNumber(key.limits.heldReads)}</Fact>
          </dl>
        </section>
        <section class="card" aria-labelledby="scopes-title">
          <h2 id="scopes-title">{texts.service.scopes}</h2>
          <ul class="chips">
            {key.scopes.map((scope) => (
              <li key={scope}>
                <code>{scope}</code>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
