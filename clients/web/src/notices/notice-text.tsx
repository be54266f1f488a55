import type { NoticeContent } from './notices.ts';
import { describeNotice } from './describe-notice.ts';

/** A notice as a sentence in which every name keeps its own writing direction. */
export function NoticeText({ content }: { content: NoticeContent }) {
  return describeNotice(content).map((piece, at) =>
    typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>,
  );
}
