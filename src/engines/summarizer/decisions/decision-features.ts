import type { MeetingReading } from '../meeting-reading.ts';
import { FEW_SENTENCES, UNREAD } from '../model/read-turns.ts';
import { when } from '../model/weight-of.ts';
import { type SpokenSentence, whatWasSaid } from '../text/spoken-sentence.ts';
import type { decisionWeights } from '../weights/weights.ts';
import { readVote } from './read-vote.ts';

type Step = (typeof STEPS)[number];

/** Evidence for and against a decision. */
export type DecisionFeature = keyof typeof decisionWeights;

/** Bounds between steps of likelihood, as log odds; step 0 is below the first bound. */
const STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const LIMITS = [-6.5, -5, -4, -3, -2, -1, 0, 1.5, 3];
const AGREES =
  /^(?:yes|yeah|yep|sure|okay|ok|fine|agreed|deal|great|good|perfect|sounds good|all right|alright)\b/i;
const REACH_TURNS = 3;
const REACH_SENTENCES = 8;
const NEAR_SENTENCES = 6;
const LIKELY_BESIDE = 0.15;
const LIKELY_TASK = 0.2;
const MIN_LIKELIHOOD = 1e-6;

export function decisionFeaturesOf(
  sentence: SpokenSentence,
  wording: string,
  { sentences, acts, readings }: MeetingReading,
): DecisionFeature[] {
  const at = sentence.index;
  const reading = readings[at] ?? UNREAD;
  const settled = sentences
    .slice(at, at + REACH_SENTENCES)
    .filter(({ turn }) => turn - sentence.turn <= REACH_TURNS)
    .map(({ index }) => readings[index]?.settles ?? 0);
  const decides = (place: number): number => readings[place]?.decides ?? 0;
  const near = readings.slice(Math.max(0, at - NEAR_SENTENCES), at + NEAR_SENTENCES + 1);
  const likelier = near.filter((other) => (other?.decides ?? 0) > reading.decides).length;
  const isBeside = [at - 1, at + 1].some(
    (place) => sentences[place]?.turn === sentence.turn && decides(place) > LIKELY_BESIDE,
  );
  const next = sentences.slice(at).find(({ turn }) => turn === sentence.turn + 1);
  const isTask = reading.tasks > LIKELY_TASK;
  const isAgreed =
    !sentence.isQuestion && !isTask && next !== undefined && AGREES.test(whatWasSaid(next));
  const isShort = sentences.length < FEW_SENTENCES;
  return [
    'always',
    `decides ${stepOf(reading.decides)}`,
    `settled ${stepOf(Math.max(...settled))}`,
    `task ${stepOf(reading.tasks)}`,
    ...when(likelier === 0, 'likeliest nearby'),
    ...when(isBeside, 'beside a likely one'),
    ...when(acts[at]?.saysDecided === true, 'says it is decided'),
    ...when(readVote(sentence, sentences)?.isCarried === true, 'carried by a vote'),
    ...when(isShort, 'few sentences'),
    ...when(isShort && isAgreed, 'few sentences, next turn agrees'),
    ...when(/\b(?:it|that|this|them|those|these)\b/i.test(wording), 'points back'),
  ];
}

function stepOf(likelihood: number): Step {
  const odds = Math.log(
    Math.max(likelihood, MIN_LIKELIHOOD) / Math.max(1 - likelihood, MIN_LIKELIHOOD),
  );
  return STEPS[LIMITS.filter((limit) => odds >= limit).length] ?? 9;
}
