import { contentWords, overlap } from './content-words.ts';
import type { FoundDecision } from '../found-item.ts';
import { allDueDates } from '../dates/resolve-due-date.ts';
import { whatWasSaid } from './detect-answer.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const CORRECTS =
  /\b(?:actually|instead|rather than|on second thought|after all|correction|no wait|wait|changed? (?:our|my) minds?|make (?:it|that)|scratch|change (?:that|it)|i meant|we meant|not anymore|sorry|take over from)\b|^no\b/i;
const REVOKES =
  /\b(?:scratch (?:that|the)|forget (?:that|it|the|about)|never ?mind|cancel (?:that|the)|strike that|drop (?:that|the)|(?:you |we |i )?(?:don't|do not|won't|no longer) need(?: to)?|(?:is|are)(?:n't| not| no longer) needed|no need (?:to|for)|let's not|we(?:'re| are) not (?:going to|doing)|we won't|i won't|i can't|i cannot|not necessary|(?:is|are) off the table|changed? (?:our|my) minds?)\b/i;
const REACH_SENTENCES = 6;
/** How many items back a subject is looked for; keeps long meetings linear. */
const WINDOW_ITEMS = 200;
const SAME_SUBJECT = 0.5;
/** A doubt names the day again, so the item may lie further back. */
const DOUBT_SENTENCES = 25;
const SHORT_WORDS = 8;

/** True for words that take back or change what was said before. */
export function isCorrecting(said: string): boolean {
  return CORRECTS.test(said);
}

/**
 * Takes out what a later sentence takes back (`Scratch that`), and moves a day that a short later sentence changes
 * (`Actually, make it Monday`). Items keep their order.
 */
export function applyCorrections<Item extends FoundDecision>(
  items: readonly Item[],
  sentences: readonly SpokenSentence[],
): Item[] {
  const standing: Item[] = [];
  let next = 0;
  for (const sentence of sentences) {
    const said = whatWasSaid(sentence);
    if (standing.length > 0 && !sentence.isQuestion) {
      if (REVOKES.test(said)) revoke(standing, sentence);
      else if (isCorrecting(said))
        moveDay(
          standing,
          sentence,
          sentences.slice(Math.max(0, sentence.index - 3), sentence.index),
        );
    }
    for (
      let item = items[next];
      item !== undefined && item.at <= sentence.index;
      item = items[next]
    ) {
      standing.push(item);
      next += 1;
    }
  }
  return [...standing, ...items.slice(next)];
}

function revoke(standing: FoundDecision[], sentence: SpokenSentence): void {
  const subject = contentWords(sentence.text.replace(REVOKES, ' ')).filter(
    (word) => word !== 'scratch' && word !== 'forget' && word !== 'cancel',
  );
  if (subject.length === 0) {
    if (!/\b(?:scratch|forget|never ?mind|cancel|strike|drop|changed?)\b/i.test(sentence.text))
      return;
    const last = standing[standing.length - 1];
    if (last !== undefined && sentence.index - last.at <= REACH_SENTENCES) standing.pop();
    return;
  }
  for (let at = standing.length - 1; at >= Math.max(0, standing.length - WINDOW_ITEMS); at -= 1) {
    const item = standing[at];
    if (
      item === undefined ||
      overlap(subject, item.words) < SAME_SUBJECT ||
      item.at === sentence.index
    )
      continue;
    if (subject.length < item.words.length / 3) continue;
    standing.splice(at, 1);
    return;
  }
}

function moveDay(
  standing: readonly FoundDecision[],
  sentence: SpokenSentence,
  before: readonly SpokenSentence[],
): void {
  if (sentence.words.length > SHORT_WORDS) return;
  const [said, ...more] = allDueDates(sentence.text, 0);
  if (said === undefined || more.length > 0) return;
  const doubted = allDueDates(
    before
      .filter((other) => !other.isQuestion)
      .map((other) => other.text)
      .join(' '),
    0,
  ).at(-1)?.day;
  const reach = doubted === undefined ? REACH_SENTENCES : DOUBT_SENTENCES;
  const last = standing.slice(-reach).findLast((item) => {
    if (item.at === sentence.index || sentence.index - item.at > reach) return false;
    const [day] = allDueDates(item.text, 0);
    return day !== undefined && (doubted === undefined || day.day === doubted);
  });
  if (last === undefined) return;
  const [held, ...others] = allDueDates(last.text, 0);
  if (held === undefined || others.length > 0) return;
  const core = (text: string): string => text.replace(/^(?:on|by|before|until|for|at)\s+/i, '');
  const day = sentence.text.slice(said.from, said.to);
  const old = last.text.slice(held.from, held.to);
  const preposition = old.slice(0, old.length - core(old).length);
  last.text = last.text.slice(0, held.from) + preposition + core(day) + last.text.slice(held.to);
  last.segmentRefs = [...new Set([...last.segmentRefs, ...sentence.segmentRefs])];
}
