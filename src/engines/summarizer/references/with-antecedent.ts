import type { FoundDecision, FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { contentWords } from '../text/content-words.ts';
import { describeAntecedent } from './describe-antecedent.ts';

const MIN_SHARE = 0.4;
const FEW_WORDS = 2;
const POINTS = /(?<!-)\b(?:it|that|this|him|her|them|'em|they|one|ones|those|these|there|so)\b/i;

/** Adds in brackets what the item's pronouns refer to: `Send it (the draft contract)`. */
export function withAntecedent<Item extends FoundDecision | FoundTask>(
  item: Item,
  meeting: MeetingReading,
): Item {
  if (!pointsElsewhere(item, meeting)) return item;
  const antecedent = describeAntecedent(item, meeting);
  if (antecedent === null) return item;
  const text = `${item.text} (${antecedent.text})`;
  return {
    ...item,
    text,
    words: contentWords(text),
    segmentRefs: [...new Set([...antecedent.segmentRefs, ...item.segmentRefs])],
  };
}

/** `Write a letter to the parents` explains itself; a pronoun with few other words does not. */
function pointsElsewhere({ text, at }: FoundDecision, { readings }: MeetingReading): boolean {
  const words = contentWords(text).length;
  const hasPronoun = POINTS.test(text);
  if (hasPronoun && words <= FEW_WORDS) return true;
  if (!hasPronoun && words > 1) return false;
  const likeliest = readings[at]?.antecedents[0];
  return likeliest !== undefined && likeliest.at !== at && likeliest.share >= MIN_SHARE;
}
