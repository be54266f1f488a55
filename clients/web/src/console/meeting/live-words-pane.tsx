import { useStickToBottom } from '../../hooks/use-stick-to-bottom.ts';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import type { LiveWordsShown } from './live-words.ts';

/** What is being said, shown until there is a transcript: the newest words, unless the reader scrolled up. */
export function LiveWordsPane({ lines, fault }: LiveWordsShown) {
  const scrolling = useStickToBottom<HTMLDivElement>(lines);
  return (
    <section class="card pane" aria-labelledby="live-title">
      <h2 id="live-title">{texts.meeting.live}</h2>
      <FaultNotice fault={fault} />
      {lines.length === 0 && fault === null && <p class="quiet">{texts.meeting.liveWait}</p>}
      <div
        {...scrolling}
        class="words live"
        role="log"
        aria-labelledby="live-title"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it
        tabIndex={0}
      >
        {lines.map(({ ref, name, text, language, isFinal }) => (
          // Screen readers read only final words, as a new line: interim ones change several times a second.
          <p key={`${ref} ${isFinal}`} data-final={isFinal} aria-live={isFinal ? undefined : 'off'}>
            <strong>
              <bdi>{name || texts.meeting.guest}</bdi>
            </strong>{' '}
            <span dir="auto" lang={language ?? undefined}>
              {text}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}
