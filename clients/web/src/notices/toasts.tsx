import { useEffect, useState } from 'preact/hooks';
import { shownNotices } from './notices.ts';
import type { Notice } from './notices.ts';
import { NoticeText } from './notice-text.tsx';

const LOOK_MS = 1000;

/** The latest notices for eyes; the status line says them to screen readers. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const [now, setNow] = useState(() => Date.now());
  // A notice is newer than the last look.
  const shown = shownNotices(notices, Math.max(now, notices.at(-1)?.atMs ?? 0));
  const isOver = shown.length === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
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
