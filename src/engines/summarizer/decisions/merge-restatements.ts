import { overlap, wordsOf } from '../text/content-words.ts';
import type { FoundDecision, FoundTask } from '../found-item.ts';

const SAME = 0.67;
const SAME_ACROSS_OWNERS = 0.75;
const CHANGED = 0.34;
const REACH_SENTENCES = 12;
/** A restatement is looked for among this many items before it; keeps long meetings linear. */
const WINDOW_ITEMS = 60;

/** One decision each: a restatement joins the first, a correction replaces it. */
export function mergeDecisions(found: readonly FoundDecision[]): FoundDecision[] {
  const kept: FoundDecision[] = [];
  for (const decision of found) {
    const earlier = lastWhere(kept, (other) => {
      const shared = overlap(decision.words, other.words);
      if (shared >= SAME) return true;
      return decision.correcting && shared >= CHANGED && decision.at - other.at <= REACH_SENTENCES;
    });
    if (earlier === undefined) kept.push({ ...decision });
    else join(earlier, decision);
  }
  return kept;
}

/** One task each; the later owner and the later day win. */
export function mergeTasks(found: readonly FoundTask[]): FoundTask[] {
  const kept: FoundTask[] = [];
  for (const task of found) {
    const earlier = lastWhere(kept, (other) => {
      const sameOwner = other.ownerDisplayName === task.ownerDisplayName;
      const shared = tooThinToCompare(task, other) ? 0 : overlap(task.words, other.words);
      if (sameOwner) return shared >= SAME;
      return shared >= SAME_ACROSS_OWNERS && (task.correcting || sharesVerb(task, other));
    });
    if (earlier === undefined) {
      kept.push({ ...task });
      continue;
    }
    earlier.dueDay = task.dueDay ?? earlier.dueDay;
    earlier.ownerDisplayName = task.ownerDisplayName ?? earlier.ownerDisplayName;
    join(earlier, task);
  }
  return kept;
}

function join(earlier: FoundDecision, later: FoundDecision): void {
  const held = new Set(wordsOf(earlier.text));
  const saysNothingNew = wordsOf(later.text).every((word) => held.has(word));
  if (later.correcting || (!saysNothingNew && later.text.length >= earlier.text.length * 0.6)) {
    earlier.text = later.text;
    earlier.words = later.words;
  }
  earlier.segmentRefs = [...new Set([...earlier.segmentRefs, ...later.segmentRefs])];
  earlier.sureness = Math.max(earlier.sureness, later.sureness) + 1;
  earlier.at = later.at;
}

/** `Put it in writing` is not `Write the report`, unless one answers the other. */
function tooThinToCompare(first: FoundTask, second: FoundTask): boolean {
  const thin = Math.min(first.words.length, second.words.length) < 2;
  return thin && Math.abs(first.turn - second.turn) > 1 && !sharesVerb(first, second);
}

function sharesVerb(first: FoundTask, second: FoundTask): boolean {
  return wordsOf(first.text)[0] === wordsOf(second.text)[0];
}

function lastWhere<Item>(items: readonly Item[], test: (item: Item) => boolean): Item | undefined {
  return items.slice(-WINDOW_ITEMS).findLast(test);
}
