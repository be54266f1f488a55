import type { FoundDecision } from './found-item.ts';
import { contentWords, overlap } from './text/content-words.ts';
import { type SpokenSentence, whatWasSaid } from './text/spoken-sentence.ts';
import { pattern } from './text/pattern.ts';

/** Revokes the previous item. */
const REVOKES_LAST =
  /\b(?:(?:scratch|forget|strike|cancel|drop) that|forget (?:it|about it)|never ?mind)\b/i;
/** Revokes an item in the sentence before; later, it speaks of something else. */
const REVOKES_NEXT_TO = pattern('i')`
  \bi(?:(?:'ve| have) already done| already did)\b(?!.*\bbut\b)|
  ^(?:(?:no|oh|actually),? )*don't(?=[,.!]|$)`;
/** Revokes the earlier item whose words occur in the same sentence. */
const REVOKES_NAMED = pattern('i')`
  \b(?:scratch the|forget (?:the|about)|cancel the|drop the|(?:don't|do not|won't|
  no longer) need(?: to)?|(?:is|are)(?:n't| not| no longer) needed|no need (?:to|for)|let's not|
  we(?:'re| are) not (?:going to|doing)|we won't|i won't|i can't|i cannot|not necessary|(?:is|
  are) off the table)\b`;
const REVOKING_WORDS = new Set(['scratch', 'forget', 'cancel', 'drop', 'need', 'table']);
const REACH_SENTENCES = 6;
/** A named item is looked for among this many earlier ones, which keeps long meetings linear. */
const MAX_ITEMS_BACK = 200;
const SAME_SUBJECT = 0.5;
const MIN_SHARE_OF_ITEM = 1 / 3;

/** The items that no later sentence revokes (`Scratch that`), in the order of the meeting. */
export function withoutRevoked<Item extends FoundDecision>(
  items: readonly Item[],
  sentences: readonly SpokenSentence[],
): Item[] {
  const itemsAt = Map.groupBy(items, ({ at }) => at);
  let standing: Item[] = [];
  for (const sentence of sentences) {
    const revoked = revokedBy(sentence, standing);
    if (revoked !== undefined) standing = standing.filter((item) => item !== revoked);
    standing.push(...(itemsAt.get(sentence.index) ?? []));
  }
  return standing;
}

/** True for a sentence that revokes what was said before. */
export function revokes(sentence: SpokenSentence): boolean {
  return !sentence.isQuestion && REVOKES_LAST.test(whatWasSaid(sentence));
}

function revokedBy<Item extends FoundDecision>(
  sentence: SpokenSentence,
  standing: readonly Item[],
): Item | undefined {
  if (standing.length === 0 || sentence.isQuestion) return undefined;
  const said = whatWasSaid(sentence);
  const last = standing.at(-1);
  const distance = sentence.index - (last?.at ?? 0);
  if (distance === 1 && REVOKES_NEXT_TO.test(said)) return last;
  const subject = contentWords(said.replace(REVOKES_NAMED, ' ').replace(REVOKES_LAST, ' ')).filter(
    (word) => !REVOKING_WORDS.has(word),
  );
  const revokesLast = REVOKES_LAST.test(said);
  if (subject.length === 0) return revokesLast && distance <= REACH_SENTENCES ? last : undefined;
  if (!revokesLast && !REVOKES_NAMED.test(said)) return undefined;
  return standing
    .slice(-MAX_ITEMS_BACK)
    .findLast(
      ({ words }) =>
        overlap(subject, words) >= SAME_SUBJECT &&
        subject.length >= words.length * MIN_SHARE_OF_ITEM,
    );
}
