import type { Notice } from './notices.ts';
import { NoticeText } from './notice-text.tsx';

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
