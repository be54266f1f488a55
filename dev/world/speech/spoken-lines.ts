// Sentences for tests, from lines such as `A: text`.
import { cutSentences } from '../../../src/engines/summarizer/text/sentences.ts';
import type { SpokenSentence } from '../../../src/engines/summarizer/text/spoken-sentence.ts';

/** One segment a line; the letter before the colon is the speaker's reference. */
export function spokenLines(lines: readonly string[]): SpokenSentence[] {
  return cutSentences(
    lines.map((line, at) => ({
      segmentRef: `sg_${at}`,
      speakerRef: line.slice(0, 1),
      startMs: at * 5000,
      endMs: at * 5000 + 4000,
      text: line.slice(3),
      languageCode: null,
    })),
  );
}
