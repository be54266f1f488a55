// The turns model's judgement as signs for the weighing of decisions.
import type { DecisionCandidate } from '../decisions/decision-candidates.ts';
import type { TurnReading } from './read-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';

const REACH_TURNS = 3;
const REACH_SENTENCES = 8;
const NEAR_SENTENCES = 6;
const LIKELY_BESIDE = 0.15;
/** Steps of likelihood, as logarithms of odds. */
const STEPS = [-6.5, -5, -4, -3, -2, -1, 0, 1.5, 3];

export function readEvidence(
  { act, source }: DecisionCandidate,
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): string[] {
  const held = readings[source.sentence.index];
  if (held === null || held === undefined) return [];
  const at = act.sentence.index;
  const settling = acts
    .slice(at, at + REACH_SENTENCES)
    .filter((other) => other.sentence.turn - act.sentence.turn <= REACH_TURNS)
    .map((other) => readings[other.sentence.index]?.settles ?? 0);
  const signs = [
    `content ${stepOf(held.decides)}`,
    `settled ${stepOf(Math.max(...settling))}`,
    `task ${stepOf(held.tasks)}`,
  ];
  signs.push(...standing(source.sentence.index, acts, readings));
  return act === source
    ? signs
    : [...signs, `content at the pointer ${stepOf(readings[at]?.decides ?? 0)}`];
}

/** Where it stands among its neighbours: the model is less sure of terse talk, but not of which sentence it is. */
function standing(
  at: number,
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): string[] {
  const likelihood = (place: number): number => readings[place]?.decides ?? 0;
  const own = likelihood(at);
  const near = readings.slice(Math.max(0, at - NEAR_SENTENCES), at + NEAR_SENTENCES + 1);
  const higher = near.filter((other) => (other?.decides ?? 0) > own).length;
  const beside = [at - 1, at + 1].some(
    (place) =>
      acts[place]?.sentence.turn === acts[at]?.sentence.turn && likelihood(place) > LIKELY_BESIDE,
  );
  return [
    ...(higher === 0 ? ['content highest near'] : []),
    ...(higher === 2 || higher === 3 ? ['content third or fourth near'] : []),
    ...(beside ? ['content beside'] : []),
  ];
}

function stepOf(likelihood: number): number {
  const odds = Math.log(Math.max(likelihood, 1e-6) / Math.max(1 - likelihood, 1e-6));
  return STEPS.filter((step) => odds >= step).length;
}
