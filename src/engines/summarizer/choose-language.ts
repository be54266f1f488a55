import type { SummaryInput } from '../../core/ports.ts';
import { wordsOf } from './text/content-words.ts';
import { functionWords } from './text/function-words.ts';

const SAMPLE_SEGMENTS = 400;
const ENGLISH_SHARE = 0.35;
/** The language of a text with fewer words is not guessed. */
export const MIN_WORDS = 8;

/** The declared language, else that of most of the text, else English when enough of its function words occur. */
export function chooseLanguage(input: SummaryInput): string | null {
  if (input.languageCode !== null) return input.languageCode;
  const counts = new Map<string, number>();
  for (const { languageCode, text } of input.segments) {
    if (languageCode !== null)
      counts.set(languageCode, (counts.get(languageCode) ?? 0) + text.length);
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
  if (most !== undefined) return most[0];
  const words = input.segments
    .slice(0, SAMPLE_SEGMENTS)
    .flatMap((segment) => wordsOf(segment.text));
  if (words.length < MIN_WORDS) return null;
  const english = functionWords('en');
  return words.filter((word) => english.has(word)).length >= words.length * ENGLISH_SHARE
    ? 'en'
    : null;
}
