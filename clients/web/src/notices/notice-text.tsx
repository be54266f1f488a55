import type { NoticeContent } from './notices.ts';
import { describeNotice } from './describe-notice.ts';

/** The sentence of a notice. Each name keeps its own writing direction. */
export function NoticeText({ content }: { content: NoticeContent }) {
  return describeNotice(content).map((piece, at) =>
    typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>,
  );
}
