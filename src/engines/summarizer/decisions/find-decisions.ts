import { isCorrecting } from '../text/apply-corrections.ts';
import { overlap } from '../text/content-words.ts';
import { decisionCandidates } from './decision-candidates.ts';
import type { DecisionCandidate } from './decision-candidates.ts';
import { evidenceFor } from './decision-evidence.ts';
import { decisionWeights, leastWeight } from '../weights/decision-weights.ts';
import { leavesMatterUnnamed } from './evidence-in-words.ts';
import type { FoundDecision } from '../found-item.ts';
import { whatWasSaid } from '../text/detect-answer.ts';
import { readEvidence } from '../model/read-evidence.ts';
import type { TurnReading } from '../model/read-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { weightOf } from '../model/weight-of.ts';

/** Within so many sentences the same words mean the same decision. */
const REACH_SENTENCES = 24;
const SAME = 0.5;
const SECOND_BAR = 1;
const NEAR_SENTENCES = 4;
const NEAR_CANDIDATES = 12;
const TELLING_WORD = 0.6;
const MOST_TELLING_WORDS = 5;
/** The only sign that takes a wording, which most candidates never need. */
const UNNAMED = 'unnamed matter';
const UNNAMED_WEIGHT = decisionWeights[UNNAMED] ?? 0;

export interface WeighedCandidate {
  readonly candidate: DecisionCandidate;
  readonly evidence: readonly string[];
}

/** Everything the group decided, in the order of the meeting: candidates whose evidence outweighs the bar. English. */
export function findDecisions(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): FoundDecision[] {
  const weighed = decisionCandidates(acts, readings).map((candidate) => {
    const weight = weightOf(evidenceBesideWording(candidate, acts, readings), decisionWeights);
    const canReach = Math.max(weight, weight + UNNAMED_WEIGHT) >= leastWeight;
    return {
      candidate,
      weight:
        canReach && leavesMatterUnnamed(candidate.wording().text)
          ? weight + UNNAMED_WEIGHT
          : weight,
    };
  });
  return keepBest(heavyEnough(weighed, leastWeight)).map(({ candidate, weight }) => ({
    at: candidate.act.sentence.index,
    text: candidate.wording().text,
    segmentRefs: [
      ...new Set([...candidate.wording().segmentRefs, ...candidate.act.sentence.segmentRefs]),
    ],
    words: [...candidate.words],
    sureness: weight,
    correcting: isCorrecting(whatWasSaid(candidate.act.sentence)),
  }));
}

/** Every candidate with all its signs. */
export function gatherEvidence(
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): WeighedCandidate[] {
  return decisionCandidates(acts, readings).map((candidate) => {
    const evidence = evidenceBesideWording(candidate, acts, readings);
    return {
      candidate,
      evidence: leavesMatterUnnamed(candidate.wording().text) ? [...evidence, UNNAMED] : evidence,
    };
  });
}

function evidenceBesideWording(
  candidate: DecisionCandidate,
  acts: readonly SpeechAct[],
  readings: readonly (TurnReading | null)[],
): string[] {
  const chair = acts[0]?.sentence.speakerRef ?? null;
  return [...evidenceFor(candidate, acts, chair), ...readEvidence(candidate, acts, readings)];
}

/**
 * What reaches the bar; beside a weightier candidate nearby the bar is higher, since an exchange
 * seldom settles two things.
 */
export function heavyEnough<Entry extends { candidate: DecisionCandidate; weight: number }>(
  entries: readonly Entry[],
  bar: number,
): Entry[] {
  return entries.filter(({ candidate, weight }, at) => {
    if (weight < bar) return false;
    if (weight >= bar + SECOND_BAR) return true;
    const near = entries.slice(Math.max(0, at - NEAR_CANDIDATES), at + NEAR_CANDIDATES + 1);
    return near.every(
      (other) =>
        other.weight <= weight ||
        Math.abs(other.candidate.act.sentence.index - candidate.act.sentence.index) >
          NEAR_SENTENCES,
    );
  });
}

/** Of candidates about the same matter the weightiest, in the order of the meeting. */
export function keepBest<Entry extends { candidate: DecisionCandidate; weight: number }>(
  entries: readonly Entry[],
): Entry[] {
  const kept = new Map<number, Entry[]>();
  const ranked = entries.toSorted(
    (a, b) =>
      worthOf(b) - worthOf(a) || a.candidate.act.sentence.index - b.candidate.act.sentence.index,
  );
  for (const entry of ranked) {
    const place = Math.floor(entry.candidate.act.sentence.index / REACH_SENTENCES);
    const near = [-1, 0, 1].flatMap((step) => kept.get(place + step) ?? []);
    if (near.some((other) => sameMatter(other.candidate, entry.candidate))) continue;
    kept.set(place, [...(kept.get(place) ?? []), entry]);
  }
  return [...kept.values()]
    .flat()
    .toSorted((a, b) => a.candidate.act.sentence.index - b.candidate.act.sentence.index);
}

/** Of two wordings of one matter the one that says more is shown. */
function worthOf({ candidate, weight }: { candidate: DecisionCandidate; weight: number }): number {
  return weight + TELLING_WORD * Math.min(candidate.words.length, MOST_TELLING_WORDS);
}

/** True when both show words of one sentence. */
function shares(first: DecisionCandidate, second: DecisionCandidate): boolean {
  return first.wording().covers.some((at) => second.wording().covers.includes(at));
}

function sameMatter(first: DecisionCandidate, second: DecisionCandidate): boolean {
  if (first.act.sentence.index === second.act.sentence.index || shares(first, second)) return true;
  const apart = Math.abs(first.act.sentence.index - second.act.sentence.index);
  return apart <= REACH_SENTENCES && overlap(first.words, second.words) >= SAME;
}
