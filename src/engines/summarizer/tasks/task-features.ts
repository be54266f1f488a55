import { namesDay } from '../dates/resolve-due-date.ts';
import type { FoundTask } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import type { Doer } from '../model/read-turns.ts';
import { when } from '../model/weight-of.ts';
import { contentWords } from '../text/content-words.ts';
import type { taskWeights } from '../weights/weights.ts';

type Step = (typeof STEPS)[number];

/** Evidence for and against a task. */
export type TaskFeature = keyof typeof taskWeights;

const COMMITS = /^(?:i'll|i will|i'm going to|i'm gonna|let me|i can|i need to)\b/i;
const REQUESTS = /\b(?:please|(?:can|could|will|would) you)\b|^\p{L}+ will\b/iu;
/** The network was trained on whole meetings, so it is unsure about talks as short as this. */
const FEW_SENTENCES = 12;
const STEPS = [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95] as const;
const COUNTS = [0, 1, 2, 3, 4] as const;
const NEAR_SENTENCES = 3;
const REACH_SENTENCES = 12;
const MAX_NEXT_SENTENCES = 8;
const SHORT_WORDS = 4;
const LONG_WORDS = 20;
const LIKELY = 0.5;
const DECIDES = 0.3;
/** The reading of a sentence that the network did not read. */
const UNREAD = { tasks: 0, decides: 0, settles: 0, doers: {} as Record<Doer, number> };

/** `isAssigned`: the words explicitly say who does what. */
export function taskFeaturesOf(
  task: FoundTask,
  isAssigned: boolean,
  meeting: MeetingReading,
): TaskFeature[] {
  const reading = meeting.readings[task.at] ?? UNREAD;
  const sentence = meeting.sentences[task.at];
  if (sentence === undefined) return [];
  const best = Math.max(reading.tasks, ...restsOn(task, meeting));
  const [doer = 'nobody', share = 0] = mostLikely(reading.doers);
  const words = contentWords(task.text.replace(/ \([^()]*\)$/, '')).length;
  const { length } = sentence.words;
  return [
    'always',
    ...STEPS.filter((step) => reading.tasks > step).map(likelier),
    ...STEPS.filter((step) => best > step).map((step) => `${likelier(step)} somewhere` as const),
    `words ${COUNTS[words] ?? 4}`,
    ...when(share > LIKELY, `done by ${doer}`),
    ...when(task.ownerDisplayName === null, 'no owner'),
    ...when(task.text.endsWith(')'), 'has antecedent'),
    ...when(task.dueDay !== null || namesDay(sentence.text), 'dated'),
    ...when(COMMITS.test(sentence.text), 'commits'),
    ...when(isAssigned, 'assigned in words'),
    ...when(REQUESTS.test(sentence.text), 'requests'),
    ...when(meeting.sentences.length < FEW_SENTENCES, 'few sentences'),
    ...when(sentence.isQuestion, 'question'),
    ...when(length <= SHORT_WORDS, 'short'),
    ...when(length >= LONG_WORDS, 'long'),
    ...when(reading.decides > DECIDES, 'decides too'),
    ...when(reading.settles > DECIDES, 'settles'),
    ...featuresAround(task.at, meeting),
  ];
}

function featuresAround(at: number, { sentences, readings }: MeetingReading): TaskFeature[] {
  const turn = sentences[at]?.turn ?? 0;
  const likelihood = (place: number): number => readings[place]?.tasks ?? 0;
  const near = Array.from(
    { length: 2 * NEAR_SENTENCES + 1 },
    (_, step) => at + step - NEAR_SENTENCES,
  );
  const likelier = near.filter((place) => likelihood(place) > likelihood(at)).length;
  const next = sentences
    .slice(at + 1, at + MAX_NEXT_SENTENCES)
    .filter((other) => other.turn === turn + 1);
  const isBeside = [at - 1, at + 1].some(
    (place) => sentences[place]?.turn === turn && likelihood(place) > LIKELY,
  );
  return [
    ...when(likelier === 0, 'likeliest nearby'),
    ...when(likelier > 1, 'two likelier nearby'),
    ...when(isBeside, 'beside a likely one'),
    ...when(
      next.some(({ index }) => (readings[index]?.settles ?? 0) > LIKELY),
      'next turn settles',
    ),
    ...when(next[0]?.isQuestion === true, 'next turn asks'),
  ];
}

/** The task probabilities of the earlier sentences that the task is based on. */
function restsOn(task: FoundTask, { sentences, readings }: MeetingReading): number[] {
  return sentences
    .slice(Math.max(0, task.at - REACH_SENTENCES), task.at)
    .filter(({ segmentRefs }) => segmentRefs.some((ref) => task.segmentRefs.includes(ref)))
    .map(({ index }) => readings[index]?.tasks ?? 0);
}

function mostLikely(doers: Readonly<Record<Doer, number>>): [Doer, number] | [] {
  const ranked = Object.entries(doers) as [Doer, number][];
  return ranked.toSorted((a, b) => b[1] - a[1])[0] ?? [];
}

function likelier(step: Step): `likelier than ${Step}` {
  return `likelier than ${step}`;
}
