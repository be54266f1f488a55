import { useEffect, useRef, useState } from 'preact/hooks';
import { FaultNotice } from '../components/fault-notice.tsx';
import { texts } from '../i18n/texts.ts';
import { useSession } from '../session/use-session.ts';
import { addLiveWords, type LiveLine } from './live-words.ts';

/** What is being said, instead of the transcript that is yet to come. */
export function LiveWordsPane({ meetingRef }: { meetingRef: string }) {
  const { client } = useSession();
  const [lines, setLines] = useState<readonly LiveLine[]>([]);
  const [fault, setFault] = useState<unknown>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    const follow = async () => {
      const stream = client.transcripts.live(meetingRef, { interim: true, signal: stop.signal });
      for await (const words of stream) setLines((before) => addLiveWords(before, words));
    };
    setLines([]);
    setFault(null);
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) setFault(error);
    });
    return () => stop.abort();
  }, [client, meetingRef]);
  useEffect(() => {
    const element = list.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [lines]);
  return (
    <section class="card pane" aria-labelledby="live-title">
      <h2 id="live-title">{texts.meeting.live}</h2>
      <FaultNotice fault={fault} />
      {lines.length === 0 && fault === null && <p class="quiet">{texts.meeting.liveWait}</p>}
      {/* Scrolled by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={list} class="words live" role="log" aria-labelledby="live-title" tabIndex={0}>
        {lines.map(({ ref, name, text, isFinal }) => (
          <p key={ref} data-final={isFinal}>
            <strong>
              <bdi>{name || texts.meeting.guest}</bdi>
            </strong>{' '}
            <span dir="auto">{text}</span>
          </p>
        ))}
      </div>
    </section>
  );
}
