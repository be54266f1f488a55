import type { Segment } from '../../../contract/generated/api.ts';

/**
 * The language that the client named, in its canonical form, or else the one that most was recognized in; null without
 * words. Engines take a short "yes" for any language. Pure.
 */
export function transcriptLanguage(
  named: string | null,
  segments: readonly Segment[],
): string | null {
  if (segments.length === 0) return null;
  if (named !== null) return Intl.getCanonicalLocales(named)[0] ?? null;
  const letters = new Map<string, number>();
  for (const { languageCode, text } of segments)
    if (languageCode !== null)
      letters.set(languageCode, (letters.get(languageCode) ?? 0) + text.length);
  const [most] = [...letters].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}
