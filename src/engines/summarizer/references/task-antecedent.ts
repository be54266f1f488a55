// What a task is about where its own words only point: asked just before, needed, commanded, or named nearby. English.
import { capitalise } from '../text/clean-speech.ts';
import { contentWords, wordsOf } from '../text/content-words.ts';
import { isConditional } from '../text/detect-mood.ts';
import { nameMatter } from './find-antecedent.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Walk } from '../tasks/task-context.ts';
import { isGeneric, writeTask } from '../tasks/write-task.ts';
import type { TaskWording } from '../tasks/write-task.ts';

const REACH_ASKED_SENTENCES = 6;
const REACH_ASKED_TURNS = 3;
const ASKING: readonly string[] = ['asks', 'proposes', 'commands', 'lets'];
const NEED =
  /\b(?:we(?:'d| would)?(?: also| still| all)? (?:need|want)|i(?:'d| would)?(?: also| still)? (?:need|want|like)|we should have|one thing (?:i|we) need .{0,20}?is)\s+((?:a|an|the|some|your) .+)/i;

/** The deed that was asked or told just before `I'll do it`. */
export function askedBefore(
  walk: Walk,
  sentence: SpokenSentence,
): { at: number; wording: TaskWording; segmentRefs: readonly string[] } | null {
  for (
    let at = sentence.index - 1;
    at >= Math.max(0, sentence.index - REACH_ASKED_SENTENCES);
    at -= 1
  ) {
    const act = walk.acts[at];
    if (act === undefined || sentence.turn - act.sentence.turn > REACH_ASKED_TURNS) return null;
    if (
      !ASKING.includes(act.form) ||
      act.words.length === 0 ||
      /^(?:it|that|this|there|they)\b/i.test(act.matter)
    )
      continue;
    const asked = writeTask(act.matter, walk.today) ?? plainTask(act.matter);
    if (asked === null || isGeneric(asked.text)) continue;
    const full = asked.pointsBack ? named(walk, act.sentence, asked) : asked;
    if (full !== null)
      return { at, wording: { ...full, pointsBack: false }, segmentRefs: act.sentence.segmentRefs };
  }
  return null;
}

/** The wording with the matter it is about beside it; null when none is found. */
export function named(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
): TaskWording | null {
  const matter = nameMatter(
    walk.acts,
    sentence.index,
    wording.text,
    earlierWords(sentence, wording),
  );
  return matter === null
    ? null
    : {
        ...wording,
        text: `${wording.text} (${matter.text})`,
        pointsBack: false,
        segmentRefs: matter.segmentRefs,
      };
}

/** The words of the same sentence before the task: `Our press office does that, I'll …`. */
function earlierWords(sentence: SpokenSentence, wording: TaskWording): string {
  const start = sentence.text.toLowerCase().indexOf(wording.text.toLowerCase().slice(0, 12));
  return start > 0 ? sentence.text.slice(0, start) : '';
}

/** `We need a status page update`: open until somebody takes it. */
export function noteNeed(walk: Walk, sentence: SpokenSentence, clause: string): void {
  const need = NEED.exec(clause)?.[1];
  if (need === undefined || isConditional(clause)) return;
  const wording = writeTask(`take ${need}`, walk.today);
  if (wording === null) return;
  const text = wording.text
    .replace(/^take /i, '')
    .replace(
      /\s+(?:(?:who|before|so|when|if|that|because|which|and)\b.*|for (?:that|this|it|them))$/i,
      '',
    );
  if (contentWords(text).length === 0) return;
  walk.free = { wording: { ...wording, text, pointsBack: false }, sentence, need: true };
}

function plainTask(matter: string): TaskWording | null {
  return wordsOf(matter).length < 2
    ? null
    : { text: capitalise(matter), dueDay: null, pointsBack: false };
}

/** `Okay, rent it.` */
export function commandOf(
  walk: Walk,
  sentence: SpokenSentence,
): { text: string; segmentRefs: readonly string[] } | null {
  const act = walk.acts
    .slice(Math.max(0, sentence.index - 3), sentence.index)
    .findLast((other) => other.form === 'commands');
  if (act === undefined || !/^\p{L}+ (?:it|that|this|them|those|one)\b/iu.test(act.matter))
    return null;
  return { text: act.matter, segmentRefs: act.sentence.segmentRefs };
}

/** True when both begin with the same word. */
export function sameVerb(first: string, second: string): boolean {
  return wordsOf(first)[0] === wordsOf(second)[0];
}
