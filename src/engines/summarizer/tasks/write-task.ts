import type { Day } from '../dates/calendar.ts';
import { capitalise } from '../text/clean-speech.ts';
import { cutRunOn } from '../text/split-run-on.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { resolveDueDate } from '../dates/resolve-due-date.ts';

export interface TaskWording {
  readonly text: string;
  readonly dueDay: Day | null;
  /** True when the words alone do not say what is to be done: `do that`, `take it`. */
  readonly pointsBack: boolean;
  /** Segments of words that were added from elsewhere. */
  readonly segmentRefs?: readonly string[];
}

const TAIL =
  /[\s,]*\b(?:okay|ok|right|please|thanks|thank you|as well|too|then|instead|for you|for us|again|myself|if that's (?:okay|ok|fine|alright)|if you (?:want|like)|no problem|for sure|after (?:this|the) (?:call|meeting)|(?<!\blet )you know|and so on|or something|and stuff)[\s.,!?]*$/i;
const ASIDE =
  /(?:,?\s+(?:because|cause|cos|since|so that|as we|which means|but|though|although)\s.*|,\s+(?:she|he|they|it|it's|i|i'm|i've|i'd|we|we've|that's|there|you|you'll|he's|she's|they're|today|it'll|he'll|they'll)\s.*|,\s+(?:gimme|give me|so|and then|and (?:there's|there is|you|we|he|she|they|it)|which|that way|is that|does that|would that)\b.*|,?\s+(?:then,?\s+)?(?:when|once|as soon as|before|while) (?:i|i've|i'm|we|we've|you|he|she|it|it's|they|they're)\b.*|\s+to be sure\b.*|(?<!\b(?:that|if|whether|what|how|when|where|why|who|because|since|say|think|sure|know|hope|and|or|than|as))\s+(?:i've|i'm|i can't|i don't|you're|they|he'll|she'll|he's|she's|it's|that's|there's)\s.+)$/i;
const GENERIC =
  /^(?:also )?(?:do|take|handle|own|cover|get|grab|pick|sort|tackle|look after|deal with|take care of|take on|look into|work on|make|volunteer|have|finish|get to|try|try and get to|see to|leave|get on|jump on)(?:\s+(?:it|that|this|these|those|them|one|so|up|on|care of|to|out|over|done|ready|finished|all|of|for|both|again|myself|the whole thing|ownership|a look))*[.!]?$/i;
const TIME_ADJUNCT =
  /\s+(?:(?:right |straight )?(?:after|before) (?:lunch|this|that|the (?:call|meeting))|later(?: on)?|first thing|right (?:away|now|after this)|now|soon|straight away|(?:this|next) week|in the (?:morning|afternoon|evening)|(?:over|at|on) the weekend|myself|as well)[.!]?$/i;
const LETS_YOU_KNOW = /^let (?:you|you all|y'all) know$/i;
const LETS_KNOW = /^let .+ (?:know|see)(?: (?:it|that))?$/i;
/** `… it closes on the twentieth, so I'd better do it this week` */
const DONE_ON = /\b(?:i'd|i'll|i)(?: better)? do (?:it|that|this) (.+)$/i;
/** Cut off as an aside, but it may say when. */
const WHEN =
  /\b(?:when|once|as soon as|soon as|before|the (?:second|minute|moment)) (?:i|we|you|they|y'all)\b.*$/i;
const GIVE_ME = /(?:,|\bbut)\s+(?:gimme|give me)\s.*$/i;
const PRONOUN = /\b(?:it|that|this|them|those|these|him|her|you|one)\b/i;
const MOST_PRONOUN_WORDS = 5;
/** `put it to them and see what comes back` */
const OPENS_BACK = /^(?:it|them|that|this|him|her)\b/i;
const MOST_OPENING_WORDS = 10;
const BACKWARD = /\b(?:it|that|this|them|those|these|him|her)\b(?!\s+(?:\p{L}))/iu;

/**
 * Turns the words after `I'll` or `can you` into the wording of a task: tail and date cut off, first letter raised.
 * Null when nothing of substance is left.
 */
export function writeTask(verbPhrase: string, today: Day | null): TaskWording | null {
  const whole = verbPhrase.trim().replace(ASIDE, '');
  let text = cutRunOn(whole);
  const own = resolveDueDate(text, today);
  const due =
    resolveDueDate(DONE_ON.exec(verbPhrase)?.[1] ?? GIVE_ME.exec(verbPhrase)?.[0] ?? '', today) ??
    own ??
    (whole === text ? null : resolveDueDate(whole, today)) ??
    resolveDueDate(WHEN.exec(verbPhrase)?.[0] ?? '', today);
  if (own !== null) text = `${text.slice(0, own.from).trimEnd()} ${text.slice(own.to).trimStart()}`;
  text = trimTail(text);
  const generic = isGeneric(text);
  const firstSpace = text.indexOf(' ');
  const object = firstSpace < 0 ? '' : text.slice(firstSpace + 1);
  const empty = contentWords(object).length === 0;
  const pronounOnly =
    empty &&
    PRONOUN.test(object) &&
    wordsOf(object).length <= (OPENS_BACK.test(object) ? MOST_OPENING_WORDS : MOST_PRONOUN_WORDS);
  if (LETS_YOU_KNOW.test(text) && due === null) return null;
  if (LETS_KNOW.test(text))
    return { text: capitalise(text), dueDay: due?.day ?? null, pointsBack: true };
  if (text === '' || (empty && !generic && !pronounOnly && !BACKWARD.test(object)))
    return thin(text, due?.day ?? null);
  return {
    text: capitalise(text),
    dueDay: due?.day ?? null,
    pointsBack: generic || (empty && (pronounOnly || BACKWARD.test(object))),
  };
}

/** True for words that say nothing of what is done: `do it`, `take care of that`. */
export function isGeneric(text: string): boolean {
  return GENERIC.test(text.replace(TIME_ADJUNCT, ''));
}

/** A verb with few words can still be a task (`Call Anna`, `Restart the server`); a lone one is not. */
function thin(text: string, dueDay: Day | null): TaskWording | null {
  const words = wordsOf(text);
  return words.length >= 3 && contentWords(text).length > 0
    ? { text: capitalise(text), dueDay, pointsBack: false }
    : null;
}

function trimTail(text: string): string {
  let trimmed = text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.])/g, '$1')
    .trim();
  for (let cut = 0; cut < 4; cut += 1) {
    const next = trimmed
      .replace(TAIL, '')
      .replace(/[\s,.;:!?]+$/, '')
      .replace(/\s+(?:by|on|at|and|or|so|until|before)$/i, '');
    if (next === trimmed) break;
    trimmed = next;
  }
  return trimmed.replace(
    /^(?:also|just|then|quickly|definitely|please|go ahead and|try to|make sure to|probably)\s+/i,
    '',
  );
}
