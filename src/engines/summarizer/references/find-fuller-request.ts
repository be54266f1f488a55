// `I'll tell her.` after `Tell her she just turns up in September.`: the words of the asking say it. English.
import { capitalise } from '../text/clean-speech.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { Matter } from './describe-antecedent.ts';

const REACH_SENTENCES = 4;
const MOST_WORDS = 14;
const LEAST_SAME_WORDS = 2;
const ASKING =
  /^(?:.*?\b(?:can|could|would|will) you|you(?:'ll| should| could| can| must| need to)?|please|just|let's|and|so|then|\p{L}+, )\s*/iu;

/** The fuller words of the same deed, asked for shortly before; null when nothing begins as the task does. */
export function saidFuller(acts: readonly SpeechAct[], at: number, wording: string): Matter | null {
  const words = wordsOf(wording);
  const start = words.slice(0, LEAST_SAME_WORDS).join(' ');
  if (words.length < LEAST_SAME_WORDS) return null;
  const held = new Set(contentWords(wording));
  for (let place = at - 1; place >= Math.max(0, at - REACH_SENTENCES); place -= 1) {
    const { sentence } = acts[place] ?? {};
    if (sentence === undefined) return null;
    const said = sentence.text.toLowerCase();
    const from = said.includes(start) ? said.search(new RegExp(`(?:^|\\s)${start}(?=\\s)`)) : -1;
    if (from < 0 || (from > 0 && !ASKING.test(sentence.text.slice(0, from)))) continue;
    const fuller = sentence.text
      .slice(from)
      .trim()
      .replace(/[\s.,!?]+$/, '');
    const fresh = contentWords(fuller).filter((word) => !held.has(word)).length;
    if (fresh === 0 || wordsOf(fuller).length > MOST_WORDS) continue;
    if ([...held].some((word) => !contentWords(fuller).includes(word))) continue;
    return { text: capitalise(fuller), segmentRefs: sentence.segmentRefs };
  }
  return null;
}
