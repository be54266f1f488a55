import type { Segment } from '../../../contract/generated/api.ts';

/** The language that the client named, in its canonical form, or else the first that was recognised; null without words. Pure. */
export function transcriptLanguage(named: string | null, segments: readonly Segment[]): string | null {
  if (segments.length === 0) return null;
  if (named !== null) return Intl.getCanonicalLocales(named)[0] ?? null;
  return segments.find((segment) => segment.languageCode !== null)?.languageCode ?? null;
}
