import { contentWords, isContentWord, wordsOf } from '../text/content-words.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

const REACH_SENTENCES = 9;
const REACH_TURNS = 7;
/** What was only mentioned, not asked or proposed, is meant at most so many turns later. */
const NEAR_TURNS = 3;
const MOST_THING_WORDS = 5;
const ASKED_ABOUT =
  /\b(?:what about|how about|what (?:do|are|should|shall|can|will) we (?:do|doing|going to do) (?:about|with)|about|regarding|on to|next,?(?: is)?|then,?|and|first thing is|second,?|third,?|last thing,?(?: is)?) ((?:the|our|my|this|that|a|an) (?:[\p{L}\p{N}'-]+ ?){1,3})(?=[,.?!]|$)/iu;
const INTRODUCED =
  /^(?!(?:for|in|at|on|with|of|from|to|same|not|no|about|by)\b)(?:(?:and|the next item|next|first|second|third|last|now|so),?:? )*((?:the |our )?[\p{L}\p{N}'-]+(?: [\p{L}\p{N}'-]+){0,2})[.:,]?$/iu;
const NAMED =
  /\b((?:the|our|my|your|his|their|a|an|another|some|two|three|more) (?:[\p{L}\p{N}'-]+ ){0,3}?[\p{L}\p{N}'-]{3,})(?=[.,?!;:]|$|\s+(?:is|are|was|were|for|to|in|on|at|of|by|and|or|with|from|before|after|until|then|today|tomorrow|now|this|next|has|have|had|when|if|because|who|that|which|i|we|you|it|they|again|up|down|off|out|as|at|instead|next|can|could|will|would|should|needs?|he|she)\b)/giu;

const TIMES =
  /^(?:\w+(?:teenth|tieth)|\w+day|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|weekend|week|month|year|day|morning|afternoon|evening|hour|minute|moment|time|meeting|call|thing|way|point|bit|lot|question|end|first|second|third|rest|worst|best|same|other|latter|former|most|least|one|ones|people|guys|days|weeks|minutes|hours)$/;
const TRAILING_VERB =
  /\s+(?:ran|say|says|said|came|went|goes|comes|need|needs|look|looks|want|wants|work|works|get|gets|got|did|does|do|made|gave|took|run|hurt|fell|broke|failed|called|asked|think|thinks|like|likes)$/i;

/**
 * What the talk is about where the words alone do not say it: the matter last asked or proposed,
 * else the thing last named.
 */
export function nameMatter(
  acts: readonly SpeechAct[],
  index: number,
  wording: string,
  earlier = '',
  pointsAt = true,
): { text: string; segmentRefs: readonly string[] } | null {
  const held = new Set(contentWords(wording));
  const turn = acts[index]?.sentence.turn ?? 0;
  let nearest: { text: string; segmentRefs: readonly string[] } | null = null;
  const beside = thingsIn(earlier, false).findLast((one) => isNew(one, held));
  const here = acts[index]?.sentence.segmentRefs;
  if (beside !== undefined && here !== undefined)
    return { text: lowerArticle(beside.trim()), segmentRefs: here };
  for (let at = index - 1; at >= Math.max(0, index - REACH_SENTENCES); at -= 1) {
    const act = acts[at];
    if (act === undefined || turn - act.sentence.turn > REACH_TURNS) break;
    const { text, segmentRefs } = act.sentence;
    const topic = openedMatter(acts, at, index);
    const things = topic !== undefined ? [topic] : thingsIn(text, act.sentence.isQuestion);
    const thing = things.find((one) => isNew(one, held));
    if (thing === undefined) continue;
    const found = { text: lowerArticle(thing.trim()), segmentRefs };
    if (
      topic !== undefined ||
      act.form === 'asks' ||
      act.form === 'proposes' ||
      act.form === 'wonders'
    )
      return found;
    if (pointsAt && turn - act.sentence.turn <= NEAR_TURNS) nearest ??= found;
  }
  return nearest;
}

/** The matter that a sentence opens: `what about the crane`, `Second item, the balconies`. */
export function openedMatter(
  acts: readonly SpeechAct[],
  at: number,
  until: number,
): string | undefined {
  const act = acts[at];
  if (act === undefined) return undefined;
  const asked = ASKED_ABOUT.exec(act.sentence.text)?.[1];
  if (asked !== undefined && allTelling(asked)) return asked.trim();
  return act.form === 'fragment' ? introduced(acts, at, until) : undefined;
}

/** `The balconies.` opens a matter when it is spoken of afterwards. */
function introduced(acts: readonly SpeechAct[], at: number, until: number): string | undefined {
  const act = acts[at];
  const found = act === undefined ? undefined : INTRODUCED.exec(act.sentence.text)?.[1];
  if (found === undefined) return undefined;
  const words = contentWords(found);
  if (words.length === 0) return undefined;
  if (
    /^(?:the|our)\b/i.test(found) ||
    /\b(?:next|second|third|first|item|now)\b/.test(act?.sentence.lead ?? '')
  )
    return found;
  const later = new Set(acts.slice(at + 1, until + 4).flatMap((other) => other.words));
  return words.every((word) => later.has(word)) ? found : undefined;
}

function thingsIn(text: string, asked: boolean): string[] {
  return [...text.matchAll(NAMED)]
    .map((match) => (match[1] ?? '').replace(TRAILING_VERB, ''))
    .map((thing) =>
      asked && isSubject(thing, text) && wordsOf(thing).length > 2
        ? thing.replace(/\s+\S+$/, '')
        : thing,
    )
    .filter((thing) => allTelling(thing));
}

/** `Does the oven work`: what it does comes last. */
function isSubject(thing: string, question: string): boolean {
  return /(?<!\b(?:i|we|you|they|he|she|it|to|us) )\b(?:do|does|did)\s+$/i.test(
    question.slice(0, question.indexOf(thing)),
  );
}

/** Every word after the article tells something: `the second oven`, not `two is lazy`. */
function allTelling(thing: string): boolean {
  const words = wordsOf(thing).slice(1);
  if (TIMES.test(words.at(-1) ?? '')) return false;
  return (
    contentWords(thing).length > 0 &&
    words.every(
      (word) =>
        isContentWord(word) ||
        /^(?:new|old|first|second|third|last|next|other|small|big|little|whole)$/.test(word),
    )
  );
}

function isNew(thing: string, held: ReadonlySet<string>): boolean {
  const words = contentWords(thing);
  return (
    words.length > 0 &&
    wordsOf(thing).length <= MOST_THING_WORDS &&
    words.every((word) => !held.has(word))
  );
}

function lowerArticle(text: string): string {
  return text.replace(
    /^(?:The|Our|My|Your|A|An|That|This|Another|Some|Any|Two|Three|More)\b/,
    (word) => word.toLowerCase(),
  );
}
