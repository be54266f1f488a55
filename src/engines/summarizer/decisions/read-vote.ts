// What a formal vote is about, and how it ended. English.
import { withoutEndMarks } from '../text/clean-speech.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { pattern } from '../text/pattern.ts';

const IN_FAVOR = "(?:(?:all|all those|those|who is|who's|everyone|everybody|anyone) )?in favou?r";
const MOTION = pattern('iu')`
  ^(?:i (?:would like to |want to |'d like to )?move(?: that| to)?|${IN_FAVOR}(?: of)?|the motion (?:is|reads|
  on the table is)(?: that| to)?|the proposal is (?:that|to)|i(?: would|'d)? (?:second|
  support) the motion(?: that| to)?)[,:]? (?<motion>\p{L}.*)$`;
/** `One in favour, four against` and `In favour of the fence?` are part of a vote, not what it decides. */
export const TAKES_VOTE = pattern('i')`
  \bin favou?r\b.*\bagainst\b|\bagainst\b.*\bin favou?r\b|^${IN_FAVOR}\b|
  ^(?:let's|shall we) (?:take a )?vote[.?]?$`;
const CARRIED = pattern('i')`
  \b(?:(?:motion|resolution|amendment|proposal|minutes) (?:is |are |was |has been |has )?(?:carried|carries|
  passed|passes|adopted|approved|accepted)|(?:that's|that is|it's|it is|it|so) (?:carried|
  unanimous|passed|passes)|^carried|(?:the )?ayes have it|unanimous(?:ly)?)\b`;
const EVERYBODY = /\bthat's (?:everyone|everybody)\b/i;
const FAILED = pattern('i')`
  \b(?:(?:motion|resolution|amendment|proposal) (?:is |was |has been |has )?(?:fails|failed|
  defeated|lost|rejected|not carried)|(?:the )?(?:noes|nays) have it|(?:that's|it's|
  it is) (?:defeated|rejected|not carried))\b`;
const REACH_SENTENCES = 14;

type Vote = { readonly motion: string; readonly isCarried: boolean };

/** The motion that a sentence puts to a vote, and the result; null if there is no motion or no result. */
export function readVote(
  sentence: SpokenSentence,
  sentences: readonly SpokenSentence[],
): Vote | null {
  const motion = MOTION.exec(withoutEndMarks(sentence.text))?.groups?.['motion'];
  if (motion === undefined) return null;
  const later = sentences.slice(sentence.index + 1, sentence.index + REACH_SENTENCES);
  const isOpposed = later.some(({ text }) => /^against\b/i.test(text));
  for (const { text } of later) {
    const isCarried = CARRIED.test(text) || (EVERYBODY.test(text) && !isOpposed);
    // What is put to the vote may be worded anew.
    const isLost = FAILED.test(text) || (!isCarried && MOTION.test(text));
    if (isLost || isCarried) return { motion: imperative(motion), isCarried: !isLost };
  }
  return null;
}

/** `that we close the branch` becomes `close the branch`. */
function imperative(motion: string): string {
  return motion.replace(/^(?:that )?(?:we |to )(?=\p{L})/iu, '');
}
