import type { FoundDecision } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { weightOf } from '../model/weight-of.ts';
import { withAntecedent } from '../references/with-antecedent.ts';
import { capitalize } from '../text/clean-speech.ts';
import { overlap } from '../text/content-words.ts';
import { contentAndFigures } from '../text/speech-acts.ts';
import { revokes } from '../without-revoked.ts';
import { decisionThreshold, decisionWeights } from '../weights/weights.ts';
import { type DecisionFeature, decisionFeaturesOf } from './decision-features.ts';
import { readVote } from './read-vote.ts';

/** Below this probability a sentence is considered only if its own words say that something was decided. */
const MIN_LIKELIHOOD = 0.003;
/** Within this many sentences, the same words are taken for the same decision. */
const REACH_SENTENCES = 24;
const SAME_WORDS = 0.5;
/** Added to the threshold near a stronger candidate: an exchange seldom settles two things. */
const SECOND_THRESHOLD = 1;
const NEAR_SENTENCES = 4;
const NEAR_CANDIDATES = 12;
const MAX_WORDS = 28;
/** People who think aloud take more words to decide. */
const MAX_SPOKEN_WORDS = 45;
/** In a long talk fewer sentences are decisions, so the network must be surer of each. */
const SURER_IN_LONG_TALK = 2.5;
const MAX_SHOWN_WORDS = 20;
const MIN_SHOWN_WORDS = 6;
const WILL =
  /^(?:we'll|we will|we shall|we're gonna|we(?:'re| are) going to)\s+(?:just |then |all |now |also )*(?=\S)/i;
/** `We're going to the lake` stays as it is. */
const NO_VERB = /^(?:not|the|a|an|our|my|your|his|her|their)\b|^\p{Lu}/u;
const IS_FINAL =
  /,?\s+(?:and )?(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:final|decided|settled|agreed|a deal|it|that)$/i;
const REASON = /,?\s+(?:because|cause|since|so that|is that|otherwise)\s.*$/i;
const LOOSE_END = /,?\s+(?:then|instead|now|okay|right)$/i;

export type DecisionCandidate = {
  readonly decision: FoundDecision;
  readonly features: readonly DecisionFeature[];
};
type Weighed = { readonly decision: FoundDecision; readonly weight: number };

/** Everything that the group decided, in the order of the meeting. */
export function findDecisions(meeting: MeetingReading): FoundDecision[] {
  const weighed = decisionCandidates(meeting).map(({ decision, features }) => {
    const weight = Math.max(weightOf(features, decisionWeights), leastOf(features));
    const long = meeting.longTalk?.decisions[decision.at];
    return {
      decision,
      weight:
        long === undefined
          ? weight
          : Math.max(weight - SURER_IN_LONG_TALK, long + decisionThreshold),
    };
  });
  return keepBest(likelyDecisions(weighed, decisionThreshold)).map(({ decision, weight }) => ({
    ...(meeting.longTalk === null ? withAntecedent(decision, meeting) : decision),
    sureness: weight,
  }));
}

/** `We decided to …` is shown even if the network is unsure of it, as it often is in a talk of a few sentences. */
function leastOf(features: readonly DecisionFeature[]): number {
  const saysIt = features.includes('says it is decided') && !features.includes('question');
  return saysIt ? decisionThreshold : -Infinity;
}

/** At most one decision per sentence, without its antecedent. */
export function decisionCandidates(meeting: MeetingReading): DecisionCandidate[] {
  return meeting.acts.flatMap(({ sentence, matter, saysDecided }) => {
    const { index: at, segmentRefs } = sentence;
    const decides = meeting.readings[at]?.decides ?? 0;
    const isLikely = (meeting.longTalk?.decisions[at] ?? -1) >= 0;
    const vote = readVote(sentence, meeting.sentences);
    const told = meeting.longTalk === null ? undefined : meeting.told[at];
    if (
      told === null ||
      revokes(sentence) ||
      vote?.isCarried === false ||
      (decides < MIN_LIKELIHOOD && !saysDecided && vote === null && !isLikely) ||
      sentence.words.length > (isLikely ? MAX_SPOKEN_WORDS : MAX_WORDS)
    )
      return [];
    const text = told ?? wordDecision(vote?.matter ?? matter);
    const words = contentAndFigures(text);
    if (words.length === 0) return [];
    const decision = { at, text, segmentRefs, words, sureness: 0 };
    return [{ decision, features: decisionFeaturesOf(at, text, meeting) }];
  });
}

/** A decision in the meeting's own words, shortened. English. */
function wordDecision(said: string): string {
  const rest = said.replace(WILL, '');
  const text = NO_VERB.test(rest) ? said : rest;
  return capitalize(
    firstClauses(text)
      .replace(IS_FINAL, '')
      .replace(REASON, '')
      .replace(/[\s,.;:!?]+$/, '')
      .replace(LOOSE_END, ''),
  );
}

/** The first clauses of a text that is too long to read. */
function firstClauses(text: string): string {
  const words = text.split(' ');
  if (words.length <= MAX_SHOWN_WORDS) return text;
  const kept = words.slice(0, MAX_SHOWN_WORDS).join(' ').split(/,\s/).slice(0, -1).join(', ');
  return kept.split(' ').length >= MIN_SHOWN_WORDS ? kept : text;
}

/** Candidates that reach the threshold, which is higher near a stronger candidate. */
export function likelyDecisions<Entry extends Weighed>(
  entries: readonly Entry[],
  threshold: number,
): Entry[] {
  return entries.filter(({ decision, weight }, at) => {
    if (weight < threshold) return false;
    if (weight >= threshold + SECOND_THRESHOLD) return true;
    const near = entries.slice(Math.max(0, at - NEAR_CANDIDATES), at + NEAR_CANDIDATES + 1);
    return near.every(
      (other) =>
        other.weight <= weight || Math.abs(other.decision.at - decision.at) > NEAR_SENTENCES,
    );
  });
}

/** The best of the candidates for each decision, in the order of the meeting. */
export function keepBest<Entry extends Weighed>(entries: readonly Entry[]): Entry[] {
  const kept: Entry[] = [];
  for (const entry of entries.toSorted((a, b) => b.weight - a.weight)) {
    const isKnown = kept.some(
      ({ decision: { at, words } }) =>
        Math.abs(at - entry.decision.at) <= REACH_SENTENCES &&
        overlap(words, entry.decision.words) >= SAME_WORDS,
    );
    if (!isKnown) kept.push(entry);
  }
  return kept.toSorted((a, b) => a.decision.at - b.decision.at);
}
