import type { FoundDecision } from '../found-item.ts';
import type { MeetingReading } from '../meeting-reading.ts';
import { isThinkingAloud, weightIn } from '../long-talk/weigh-long-talk.ts';
import { likeliest, weightOf } from '../model/weight-of.ts';
import { withAntecedent } from '../references/with-antecedent.ts';
import { SPOKEN_DIGIT, capitalize, withoutEndMarks } from '../text/clean-speech.ts';
import { overlap } from '../text/content-words.ts';
import { pattern } from '../text/pattern.ts';
import { contentAndFigures } from '../text/speech-acts.ts';
import { type SpokenSentence, whatWasSaid } from '../text/spoken-sentence.ts';
import { revokes } from '../without-revoked.ts';
import { decisionThreshold, decisionWeights } from '../weights/weights.ts';
import { type DecisionFeature, decisionFeaturesOf } from './decision-features.ts';
import { TAKES_VOTE, readVote } from './read-vote.ts';

/** Below this probability a sentence is considered only if its own words say that something was decided. */
const MIN_LIKELIHOOD = 0.003;
/** Within this many sentences, the same words are taken for the same decision. */
const REACH_SENTENCES = 24;
const SAME_WORDS = 0.5;
/** Added to the threshold near a stronger candidate: an exchange seldom settles two things. */
const SECOND_THRESHOLD = 1;
const NEAR_SENTENCES = 4;
const MAX_WORDS = 45;
/** A count, or a test of the sound. */
const COUNTS = new RegExp(`^(?:(?:\\d+|${SPOKEN_DIGIT})\\b[ ,]*){4,}$`, 'i');
/** `We're going to the lake` and `we're going to Lisbon` stay as they are. */
const WILL = pattern('u')`
  ^[Ww]e(?:'ll| will| shall|'re gonna|(?:'re| are) going to)\s+(?:just |then |all |now |also )*
  (?=(?!(?:not|the|an?|our|my|your|his|her|their)\b)\p{Ll})`;
/** `Red or green?`, `It is probably the valve`; a long talk shows them with their speakers. */
const UNSETTLED = pattern('iu')`
  \bor (?!two\b|so\b|not\b)\p{L}[^?]*\?$|^(?:it|that|this)(?:'s| is) (?:probably|maybe|perhaps)\b`;
/** `Mark the spots, please` asks somebody to do it. */
const ASKS = /^(?!.*\b(?:we|us|let's)\b)(?:please\b|.*\bplease[\s.,!?]*$)/i;
/** `Let's change it.` `No, let's keep it.`, `I'm against it.` */
const REFUSES = pattern('iu')`
  ^(?:no|nope|nah),? (?:let's|i'd rather|we (?:can't|won't|shouldn't|need)|keep|
  (?:that|it)(?:'s| is) (?:way |far |much )?(?:too|not)|[^.?!]*\b(?:do|does|wo|would)n't work)\b|
  ^(?:(?:no|nope|nah|well|sorry|but),? )*(?:rather not|absolutely not|no way|i disagree|i'm (?:\w+ )?
  against (?:it|that|this)|we can't afford (?:it|that)|that (?:wo|would)n't work|
  (?:i )?can't (?:do|make) (?:it|that|\p{L}+day)(?!.*\bbut\b)|
  that(?:'s| is) (?:not going to work|a bad idea|not a good idea)|
  i don't think (?:that's|that is|it's|we should))\b`;
/** `Should I move it?` `No.`; in a long talk, `no` may begin anything. */
const PROPOSES = /^(?:(?:should|shall) (?:i|we)|do we (?:want|need))\b/i;
const SAYS_NO = /^(?:no|nope|nah)\b(?!.*\bbut\b)/i;
/** `Seven is too early.` refuses seven. */
const TOO_MUCH =
  /^(?:(?:no|nope|nah|well|sorry|but),? )*([^,.?!]{1,30}) is (?:too|a lot)\b(?!.*\bbut\b)/i;

type DecisionCandidate = FoundDecision & { readonly features: readonly DecisionFeature[] };

/** Everything that the group decided, in the order of the meeting. */
export function findDecisions(meeting: MeetingReading): FoundDecision[] {
  const weighed = decisionCandidates(meeting).map(({ features, ...decision }) => {
    const weight = weightOf(features, decisionWeights);
    const long = meeting.longTalk?.decisions[decision.at];
    return { ...decision, sureness: weightIn(weight, long, decisionThreshold) };
  });
  return chooseDecisions(weighed, decisionThreshold).map((one) => withAntecedent(one, meeting));
}

/** At most one decision per sentence, without its antecedent. */
export function decisionCandidates(meeting: MeetingReading): DecisionCandidate[] {
  return meeting.acts.flatMap(({ sentence, proposition, saysDecided }) => {
    const { index: at, segmentRefs } = sentence;
    const decides = meeting.readings[at]?.decides ?? 0;
    const isLikely = (meeting.longTalk?.decisions[at] ?? -1) >= 0;
    const vote = readVote(sentence, meeting.sentences);
    const told = isThinkingAloud(at, meeting) ? meeting.told[at] : undefined;
    if (
      told === null ||
      revokes(sentence) ||
      vote?.isCarried === false ||
      (vote === null && TAKES_VOTE.test(sentence.text)) ||
      (!saysDecided && (ASKS.test(sentence.text) || isRefused(sentence, meeting))) ||
      (told === undefined && UNSETTLED.test(sentence.text)) ||
      (decides < MIN_LIKELIHOOD && !saysDecided && vote === null && !isLikely) ||
      sentence.words.length > MAX_WORDS
    )
      return [];
    const said = (vote?.motion ?? proposition).replace(WILL, '');
    const text = told ?? capitalize(withoutEndMarks(said));
    const words = contentAndFigures(text);
    if (words.length === 0 || (!saysDecided && COUNTS.test(text))) return [];
    const features = decisionFeaturesOf(sentence, text, meeting);
    return [{ at, text, segmentRefs, words, sureness: 0, features }];
  });
}

/** Whether the next speaker answers a proposal with No and another one. */
export function isRefused(
  { index, turn, text, words }: SpokenSentence,
  { sentences, longTalk }: Pick<MeetingReading, 'sentences'> & Partial<MeetingReading>,
): boolean {
  const answer = sentences.slice(index).find((other) => other.turn > turn);
  const said = answer === undefined ? '' : whatWasSaid(answer);
  const [, named = ''] = TOO_MUCH.exec(said) ?? [];
  return (
    REFUSES.test(said) ||
    (!longTalk && PROPOSES.test(text) && SAYS_NO.test(said)) ||
    contentAndFigures(named).some((word) => words.includes(word))
  );
}

/** Candidates that reach the threshold, the best for each decision, in the order of the meeting. */
export function chooseDecisions<Decision extends FoundDecision>(
  decisions: readonly Decision[],
  threshold: number,
): Decision[] {
  const likely = likeliest(decisions, threshold, NEAR_SENTENCES, SECOND_THRESHOLD);
  const kept: Decision[] = [];
  for (const decision of likely.toSorted((a, b) => b.sureness - a.sureness)) {
    const isKnown = kept.some(
      ({ at, words }) =>
        Math.abs(at - decision.at) <= REACH_SENTENCES &&
        overlap(words, decision.words) >= SAME_WORDS,
    );
    if (!isKnown) kept.push(decision);
  }
  return kept.toSorted((a, b) => a.at - b.at);
}
