import type { Notice } from './notices.ts';
import { NoticeText } from './notice-text.tsx';

/** The page's one live region. It outlives every screen, and its sentences stay readable after they were said. */
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
