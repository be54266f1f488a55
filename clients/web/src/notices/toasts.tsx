import { useEffect, useState } from 'preact/hooks';
import { type Notice, type NoticeContent, shownNotices } from './notices.ts';
import { describeNotice } from './describe-notice.ts';

const REFRESH_MS = 1000;

/** The latest notices. Screen readers read them in the status line instead. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const [now, setNow] = useState(() => Date.now());
  // A new notice may be later than `now`.
  const shown = shownNotices(notices, Math.max(now, notices.at(-1)?.atMs ?? 0));
  const isOver = shown.length === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <div class="toasts" aria-hidden="true">
      {shown.map(({ id, content }) => (
        <p key={id} class="toast">
          <NoticeText content={content} />
        </p>
      ))}
    </div>
  );
}

/** The sentence of a notice. Each name keeps its own writing direction. */
export function NoticeText({ content }: { content: NoticeContent }) {
  return describeNotice(content).map((piece, at) =>
    typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>,
  );
}

/**
 * The only live region of the page. It stays mounted across screens, and its sentences remain
 * readable.
 */
export function StatusLine({ notices }: { notices: readonly Notice[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
    <div class="visually-hidden" role="status" aria-live="polite" aria-atomic="false">
      {notices.map(({ id, content }) => (
        <p key={id}>
          <NoticeText content={content} />
        </p>
      ))}
    </div>
  );
}
