import { useEffect, useState } from 'preact/hooks';
import { shownNotices } from './notices.ts';
import type { Notice } from './notices.ts';
import { NoticeText } from './notice-text.tsx';

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
