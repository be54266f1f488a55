// Fits the weights of tasks to meetings that the network was not trained on, since it is overconfident about others:
// node src/engines/summarizer/training/fit-tasks.ts [--write]
import { holdsWords } from '../evaluation/score-summary.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { NEAR_SENTENCES, SECOND_THRESHOLD, taskCandidates } from '../tasks/find-tasks.ts';
import { likeliest } from '../model/weight-of.ts';
import { wordsOf } from '../text/content-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { taskWeights } from '../weights/weights.ts';
import {
  type AnnotatedMeeting,
  meetingsKeptFromNetwork,
  shortTalks,
} from './annotated-meetings.ts';
import { fitItems } from './fit-items.ts';
import { zeros } from './fit-weights.ts';
import { readInStyles } from './read-annotated.ts';
import { writeWeights } from './write-weights.ts';

const SHRINK = 2;
/** Few written meetings list tasks, but every reader sees a task in `Bob will order the cables`. */
const EXPLICIT = { 'assigned in words': 1.5 };
const PRIOR = { ...zeros(taskWeights), always: -1.5 };
/** A sentence must share this much with an annotation to be the one that it refers to. */
const SAME_PLACE = 0.5;

const examples = await readInStyles(meetingsKeptFromNetwork(), exampleOf);
const [short = []] = await readInStyles(shortTalks('tasks'), exampleOf);
const table = fitItems(examples, short, PRIOR, SHRINK, (entries, threshold) =>
  likeliest(
    entries.map((entry) => ({
      ...entry,
      at: entry.item.at,
      sureness: entry.weight,
      isFree: entry.features.includes('assigned in words'),
    })),
    threshold,
    NEAR_SENTENCES,
    SECOND_THRESHOLD,
  ),
);
if (process.argv.includes('--write'))
  writeWeights('tasks', { ...table, weights: { ...table.weights, ...EXPLICIT } });

function exampleOf({ actionItems, lines }: AnnotatedMeeting, reading: MeetingReading) {
  const candidates = taskCandidates(reading).map(({ features, ...task }) => ({
    item: task,
    features,
    holds: actionItems.flatMap(({ holds }, at) => (holdsWords(task.text, holds) ? [at] : [])),
    isPlace: actionItems.some(
      ({ saidIn }) => saidIn !== undefined && isIn(reading.sentences[task.at], saidIn, lines),
    ),
  }));
  return { candidates, wanted: actionItems.length };
}

function isIn(
  sentence: SpokenSentence | undefined,
  saidIn: string,
  lines: readonly string[],
): boolean {
  const segmentRef = `g${lines.findIndex((line) => line.includes(saidIn))}`;
  if (sentence === undefined || !sentence.segmentRefs.includes(segmentRef)) return false;
  const [own, said] = [wordsOf(sentence.text), new Set(wordsOf(saidIn))];
  const shared = own.filter((word) => said.has(word)).length;
  return shared >= SAME_PLACE * Math.min(own.length, said.size);
}
