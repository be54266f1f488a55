// What a task is about where its own words only point. English.
import { wordsOf } from '../text/content-words.ts';
import { nameMatter } from './find-antecedent.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { Walk } from '../tasks/task-context.ts';
import type { TaskWording } from '../tasks/write-task.ts';

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

/** True when both begin with the same word. */
export function sameVerb(first: string, second: string): boolean {
  return wordsOf(first)[0] === wordsOf(second)[0];
}
