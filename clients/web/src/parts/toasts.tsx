import { useEffect, useState } from 'react';
import type { Notice } from '../room/notices.ts';
import { NoticeWords } from './notice-words.tsx';

const SHOWN_MS = 6000;
const TOASTS_MAX = 2;
/** Eyes see these in the banner for as long as they last. */
const IN_BANNER: ReadonlySet<Notice['said']['kind']> = new Set(['reconnecting', 'sound_blocked']);

/** The latest notices for eyes; the status line says them to screen readers. */
export function Toasts({ notices }: { notices: readonly Notice[] }) {
  const [now, setNow] = useState(() => Date.now());
  const last = notices.at(-1)?.atMs ?? 0;
  const clock = Math.max(now, last);
  const isOver = clock - last >= SHOWN_MS;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const fresh = notices.filter(({ atMs, said }) => clock - atMs < SHOWN_MS && !IN_BANNER.has(said.kind)).slice(-TOASTS_MAX);
  return (
    <div className="toasts" aria-hidden="true">
      {fresh.map(({ id, said }) => (
        <p key={id} className="toast">
          <NoticeWords said={said} />
        </p>
      ))}
    </div>
  );
}
