import { render } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { CircleAlert, CircleCheck, CircleMinus, CircleX } from 'lucide-preact';
import { Brand, Spinner } from '../components/brand.tsx';
import { DevicePreview } from '../devices/device-preview.ts';
import { useStore } from '../hooks/browser-hooks.ts';
import { LanguageSelect } from '../i18n/language-select.tsx';
import { language, loadLanguage } from '../i18n/messages.ts';
import { PreviewPane } from '../lobby/preview-pane.tsx';
import { copyText } from '../page/copy-text.ts';
import { reportOf, finished, UNTRIED, verdictOf, type Way, WAYS, type Ways } from './ways.ts';
import { CHECK, type CheckTexts } from './texts.ts';
import '../styles/index.css';
import './check.css';
import { localeFor, preferredLanguage } from '../i18n/page-language.ts';

/** Checks the devices of a guest, and every way from this browser to the media server. */
function Check() {
  const texts = CHECK[useStore(language)];
  const preview = useMemo(() => new DevicePreview(), []);
  const devices = useStore(preview.store);
  const { ways, isDone, check } = useWays();
  useEffect(() => {
    preview.start();
    return () => preview[Symbol.dispose]();
  }, [preview]);
  document.title = `${texts.title} - Parley`;
  document.documentElement.dataset['parleyCheck'] = isDone ? 'done' : 'running';
  const report = () =>
    reportOf({
      at: new Date(),
      origin: location.origin,
      browser: navigator.userAgent,
      devices,
      ways,
    });
  return (
    <main class="lobby">
      <header class="lobby-top">
        <Brand />
        <LanguageSelect />
      </header>
      <div class="lobby-columns">
        <PreviewPane preview={preview} devices />
        <section class="lobby-form">
          <header class="lobby-heading">
            <h1 tabIndex={-1}>{texts.title}</h1>
            <p class="quiet">{texts.help}</p>
          </header>
          <Connection ways={ways} texts={texts} />
          <div class="check-actions">
            <button
              type="button"
              class="button button-primary"
              aria-disabled={!isDone}
              onClick={() => isDone && void check()}
            >
              {texts.again}
            </button>
            <CopyReport key={String(isDone)} report={report} texts={texts} />
          </div>
        </section>
      </div>
    </main>
  );
}

/** The results for the ways, from the first rendering on and after each `check`. */
function useWays() {
  const [ways, setWays] = useState(UNTRIED);
  const [isDone, setDone] = useState(false);
  const check = useCallback(async () => {
    setWays(UNTRIED);
    setDone(false);
    await tryWays((found) => setWays((known) => ({ ...known, ...found })));
    setWays(finished);
    setDone(true);
  }, []);
  useEffect(() => void check(), [check]);
  return { ways, isDone, check };
}

async function tryWays(onFound: (found: Partial<Ways>) => void): Promise<void> {
  const loaded = await import('./check-ways.ts').catch(() => null);
  if (loaded === null) return onFound({ service: { state: 'blocked' } });
  // What the browser cannot try, such as without Web Audio, is called not checked.
  await loaded.checkWays(onFound).catch(() => undefined);
}

function Connection({ ways, texts }: { ways: Ways; texts: CheckTexts }) {
  const verdict = verdictOf(ways);
  const advice = texts.verdicts[verdict];
  return (
    <>
      <h2 class="check-title">{texts.connection}</h2>
      <ul class="check-ways">
        {WAYS.map((name) => (
          <li key={name} data-state={ways[name].state}>
            <WayIcon way={ways[name]} />
            <span>{texts.ways[name]}</span>
            <small>{stateIn(ways[name], texts)}</small>
          </li>
        ))}
      </ul>
      <output class="alert" data-verdict={verdict}>
        {verdict === 'waiting' && <Spinner />}
        {verdict === 'good' && <CircleCheck aria-hidden="true" />}
        {verdict !== 'waiting' && verdict !== 'good' && <CircleAlert aria-hidden="true" />}
        <span>{advice}</span>
      </output>
    </>
  );
}

function WayIcon({ way }: { way: Way }) {
  if (way.state === 'works') return <CircleCheck aria-hidden="true" />;
  if (way.state === 'blocked') return <CircleX aria-hidden="true" />;
  return way.state === 'waiting' ? <Spinner /> : <CircleMinus aria-hidden="true" />;
}

function stateIn(way: Way, texts: CheckTexts): string {
  const state = texts.states[way.state];
  if (way.state !== 'works' || way.roundTripMs === undefined) return state;
  const unit = { style: 'unit', unit: 'millisecond' } as const;
  const time = new Intl.NumberFormat(localeFor(language.get()), unit).format(way.roundTripMs);
  return `${state} · ${time}`;
}

/** Also shows the report: where it cannot be copied, it can be selected. */
function CopyReport({ report, texts }: { report: () => string; texts: CheckTexts }) {
  const [shown, setShown] = useState<string | null>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    const text = report();
    setShown(text);
    setCopied(await copyText(text));
  };
  return (
    <>
      <button type="button" class="button" onClick={() => void copy()}>
        {isCopied ? texts.copied : texts.copy}
      </button>
      {shown !== null && (
        <pre class="check-report" dir="ltr">
          {shown}
        </pre>
      )}
    </>
  );
}

void loadLanguage(preferredLanguage()).then(() => {
  const page = document.getElementById('page');
  if (page === null) return;
  page.replaceChildren();
  render(<Check />, page);
});
