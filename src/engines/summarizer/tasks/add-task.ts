// How tasks are noted: a new one, or one that is only said again. English.
import { isCorrecting } from '../text/apply-corrections.ts';
import { contentWords } from '../text/content-words.ts';
import type { Day } from '../dates/calendar.ts';
import type { FoundTask } from '../found-item.ts';
import { whatWasSaid } from '../text/detect-answer.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { saysMoreOf } from './task-context.ts';
import type { Walk } from './task-context.ts';
import type { TaskWording } from './write-task.ts';

export function addTask(
  walk: Walk,
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
  refs: readonly string[],
): boolean {
  const { latest } = walk;
  if (
    latest !== null &&
    latest.ownerDisplayName === owner &&
    saysMoreOf(latest.text, wording.text)
  ) {
    extend(latest, sentence, wording.dueDay);
    return true;
  }
  const task = newTask(sentence, wording, owner, refs);
  walk.tasks.push(task);
  walk.latest = task;
  return true;
}

export function newTask(
  sentence: SpokenSentence,
  wording: TaskWording,
  owner: string | null,
  refs: readonly string[],
): FoundTask {
  return {
    at: sentence.index,
    turn: sentence.turn,
    text: wording.text,
    ownerDisplayName: owner,
    dueDay: wording.dueDay,
    segmentRefs: [...new Set([...refs, ...(wording.segmentRefs ?? []), ...sentence.segmentRefs])],
    words: contentWords(wording.text),
    sureness: (wording.dueDay === null ? 1 : 2) + (refs.length > 0 ? 1 : 0),
    correcting: isCorrecting(whatWasSaid(sentence)),
  };
}

/** More words for a task that is known. */
function extend(task: FoundTask, sentence: SpokenSentence, dueDay: Day | null): void {
  task.dueDay = dueDay ?? task.dueDay;
  task.segmentRefs = [...new Set([...task.segmentRefs, ...sentence.segmentRefs])];
  task.sureness += 1;
}
