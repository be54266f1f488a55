// What a task is about, beside its words, where they only point to it. English.
import { contentWords } from '../text/content-words.ts';
import type { FoundTask } from '../found-item.ts';
import type { TurnReading } from '../model/read-turns.ts';
import { saidFuller } from './find-fuller-request.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { Walk } from '../tasks/task-context.ts';
import { tellMatter } from './describe-antecedent.ts';

const LEAST_SHARE = 0.4;
const FEW_WORDS = 2;
const POINTS = /\b(?:it|that|this|him|her|them|'em|they|one|ones|those|these|there|so)\b/i;
/** `Log it as a P1`: the deed is done to what is only pointed at. */
export const OBJECT =
  /^(?:\p{L}+ ){1,2}(?:(?:it|them|him|'em)\b|(?:that|those|these|her|some|one|ones|both|a few)(?=$| (?:to|in|on|at|by|as|with|for|from|up|out|over|before|after|when|and|into|back|round|down|off)\b))/iu;

/** `Put the request in` leaves open which one. */
export const WHICH =
  /^\p{L}+ (?:(?:up|in|off|out) )?(?:the|an?|that|this) (?:order|request|list|form|letter|note|booking|word|call|message|mail|email|text|page|rest|lot|paperwork)(?: (?:in|off|out|up|away|back|over))?$/iu;
/** `Stop by on my way home` leaves open where, or what for. */
const GOES =
  /^(?:stop by|pop (?:in|over|down|round|by)|call (?:round|in)|walk over|ring round|drop (?:in|by)|go (?:down|over|round|up|along|and see)|come (?:over|round|down)|drive (?:down|over|up)|run over)\b/i;
const MOST_GOING_WORDS = 3;
const LETS_KNOW = /^let \p{L}+(?: all)? know$/iu;

/** The task with its matter in brackets, where its own words only point to it. */
export function nameTask(
  task: FoundTask,
  { acts, owners }: Walk,
  reading: TurnReading | null | undefined,
): FoundTask {
  const bare = task.text.replace(/ \([^()]*\)$/, '');
  if (!pointsElsewhere(bare, task.at, reading, acts)) return task;
  const fuller = saidFuller(acts, task.at, bare);
  const told = fuller ?? tellMatter(acts, task, reading, bare, owners.all);
  if (told === null) return task;
  const text = fuller?.text ?? `${bare} (${told.text})`;
  return {
    ...task,
    text,
    words: contentWords(text),
    segmentRefs: [...new Set([...told.segmentRefs, ...task.segmentRefs])],
  };
}

/** `Write a letter to the parents` says it itself; a pronoun beside few words does not. */
function pointsElsewhere(
  wording: string,
  at: number,
  reading: TurnReading | null | undefined,
  acts: readonly SpeechAct[],
): boolean {
  const own = contentWords(wording);
  const pronoun = POINTS.test(wording);
  if ([OBJECT, LETS_KNOW, WHICH].some((open) => open.test(wording))) return true;
  if (GOES.test(wording) && own.length <= MOST_GOING_WORDS) return true;
  if (!pronoun && own.length > 1) return false;
  if (pronoun && own.length <= FEW_WORDS) return true;
  const likeliest = reading?.matters[0];
  if (likeliest === undefined || likeliest.at === at || likeliest.share < LEAST_SHARE) return false;
  // A promise beside it is a task of its own.
  return acts[likeliest.at]?.form !== 'I do';
}
