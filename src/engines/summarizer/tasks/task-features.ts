import { namesDay } from '../dates/resolve-due-date.ts';
import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { FEW_SENTENCES, UNREAD } from '../model/read-turns.ts';
import { when } from '../model/weight-of.ts';
import { splitAntecedent } from '../references/with-antecedent.ts';
import { contentWords } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { taskWeights } from '../weights/weights.ts';

/** Evidence for and against a task. */
export type TaskFeature = keyof typeof taskWeights;

const COMMITS = /^(?:i'll|i will|i'm going to|i'm gonna|let me|i can|i need to)\b/i;
const STEPS = [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95] as const;
const COUNTS = [0, 1, 2, 3, 4] as const;
const DECIDES = 0.3;

/** `isAssigned`: the words explicitly say who does what. */
export function taskFeaturesOf(
  task: FoundTask,
  sentence: SpokenSentence,
  isAssigned: boolean,
  { sentences, readings }: MeetingReading,
): TaskFeature[] {
  const reading = readings[task.at] ?? UNREAD;
  const words = contentWords(splitAntecedent(task.text)[0]).length;
  return [
    'always',
    ...STEPS.filter((step) => reading.tasks > step).map((step) => `likelier than ${step}` as const),
    `words ${COUNTS[words] ?? 4}`,
    ...when(reading.doer === 'speaker', 'done by speaker'),
    ...when(reading.doer === 'next speaker', 'done by next speaker'),
    ...when(task.ownerDisplayName === null, 'no owner'),
    ...when(task.text.endsWith(')'), 'has antecedent'),
    ...when(task.dueDay !== null || namesDay(sentence.text), 'dated'),
    ...when(COMMITS.test(sentence.text), 'commits'),
    ...when(isAssigned, 'assigned in words'),
    ...when(sentences.length < FEW_SENTENCES, 'few sentences'),
    ...when(sentence.isQuestion, 'question'),
    ...when(reading.decides > DECIDES, 'decides too'),
  ];
}
