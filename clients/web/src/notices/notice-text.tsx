import type { Said } from './notices.ts';
import { sayNotice } from './describe-notice.ts';

/** A notice as a sentence in which every name keeps its own writing direction. */
export function NoticeWords({ said }: { said: Said }) {
  return sayNotice(said).map((piece, at) =>
    typeof piece === 'string' ? piece : <bdi key={at}>{piece.name}</bdi>,
  );
}
