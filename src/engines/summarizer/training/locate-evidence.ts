import { contentWords, wordsOf } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Evidence } from './real-meetings.ts';

/** The share of the shorter text that must be in common. */
const MIN_SHARED = 0.5;

/** The sentences that contain a dialogue act of the evidence, in order. */
export function sentencesOfEvidence(
  evidence: readonly Evidence[],
  sentences: readonly SpokenSentence[],
): number[] {
  const acts = evidence.map(({ segmentRef, words }) => ({ segmentRef, said: wordsOf(words) }));
  return sentences.flatMap((sentence, at) => {
    const own = wordsOf(sentence.text);
    const holds = acts.some(({ segmentRef, said }) => {
      if (!sentence.segmentRefs.includes(segmentRef)) return false;
      const common = new Set(said);
      const shared = own.filter((word) => common.has(word)).length;
      return shared > 0 && shared >= MIN_SHARED * Math.min(own.length, said.length);
    });
    return holds ? [at] : [];
  });
}

/** Those of the sentences that share a content word with the annotator's sentence; if none does, all. */
export function sentencesThatSay(
  text: string,
  places: readonly number[],
  sentences: readonly SpokenSentence[],
): number[] {
  const wanted = new Set(contentWords(text));
  const saying = places.filter((at) =>
    contentWords(sentences[at]?.text ?? '').some((word) => wanted.has(word)),
  );
  return saying.length > 0 ? saying : [...places];
}
