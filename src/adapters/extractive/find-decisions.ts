import { isCorrecting } from './apply-corrections.ts';
import { capitalise } from './clean-speech.ts';
import { contentWords, wordsOf } from './content-words.ts';
import type { FoundDecision } from './found-item.ts';
import { findSettlement } from './find-settlements.ts';
import { isConditional, isNarrated, isWish, withoutCourtesy } from './judge-mood.ts';
import { readAnswer, settles, whatWasSaid } from './read-answer.ts';
import type { OwnerFinder } from './resolve-owner.ts';
import { splitClauses } from './split-clauses.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

const REACH_TURNS = 4;

const NOT_DECIDED =
  /\b(?:not|never|no|n't|haven't|hasn't|didn't|don't|can't|couldn't|won't|wasn't|isn't|aren't) (?:\w+ ){0,2}?(?:decid\w+|agree\w*|settled?|chosen?|approved?|final|decision)\b|\b(?:(?:question|issue|point) is|undecided|no decision|yet to|still (?:need|have) to (?:decide|agree)|still open|to be decided|who decided|why did we)\b|\b(?:need|needs|have|has|want|wants|going|able|try|trying|time|hard|ready|like|supposed|easier|used|how|whether|what) to (?:decide|agree|settle|choose|pick|go with)\b|\b(?:will|'ll|can|could|should|must|let's|to|please|before we|until we|when we|once we|after we|as soon as we|can we|did we|have we) (?:\w+ )?(?:decide|agree|settle|choose|decided|agreed)\b/i;
const DECIDED =
  /\b(?:we|the (?:team|board|group|committee)|everyone|everybody)(?:'ve| have| has)?(?: (?:all|both|just|finally|now|therefore|unanimously|basically|actually|hereby|then|also|already|so))* (?:decided|agreed|resolved|voted|opted|chose|settled|signed off|approved|rejected|picked|committed|decide(?= to\b)|agree(?= to\b))\b,?\s*(.*)/i;
const IS_DECIDED =
  /\b(?:it's|it is|it was|it has been|that's|that is|then it's) (?:now |all |been |officially )?(?:decided|agreed|settled|approved|a deal|final)\b[,:;]?\s*(?:then\b)?[,:;]?\s*(?:that\s+)?(.*)/i;
const DECISION_IS =
  /(?:\b(?:the|our|my)\s+(?:final\s+)?decision\s+(?:is|here is)|^(?:final\s+)?decision(?:\s+made)?(?=[:,]| is\b| to\b| number\b)(?: is)?)[:,]?\s*(?:that\s+|to\s+)?(.+)/i;
const DECIDED_AFTER =
  /^(.{12,}?),?\s+(?:and )?(?:so )?(?:that's|that is|it's|it is) (?:now )?(?:final|decided|settled|agreed|a deal)[.!]?$/i;
const CHANGES_TO =
  /^((?:the|our) [\p{L}\p{N} '-]{2,60}? (?:stays|stay|remains?|moves? to|starts? on|go(?:es)? (?:out|live|in|into|to)|runs on|closes at|opens at)\b.+)/iu;
const GO_WITH =
  /\b(?:let's|let us|we'll|we will|we're going to|we are going to|we're|we are|we shall)\s+(?:just |then |all |now |definitely )*(go(?:ing)? (?:ahead )?with|go(?:ing)? for|st(?:ick|ay)(?:ing)? (?:with|to)|settl(?:e|ing) on)\s+(.+)/i;
const VERDICT =
  /^(the [\p{L}\p{N} '-]{2,60}?) (?:is|are)(?: now| hereby| officially| therefore)? (?:approved|rejected|accepted|cancelled|canceled|signed off|postponed|dropped|on hold)\b/iu;
const PLAN =
  /^(?:(?:(?:from|as of|starting|beginning|on|next|this|for|in|until|after) [\p{L}\p{N}' ]{2,30}?|tomorrow|today),?\s+)?(?:we'll|we will|we're going to|we are going to|we won't|we will not|we're not going to|we are not going to|let's not|let's|let us|no more)\s+(.+)/iu;
const PROPOSAL =
  /\b(?:i (?:would |'d )?(?:propose|suggest|recommend|vote)|my (?:proposal|suggestion|recommendation) is|i'd (?:propose|suggest|recommend|say)|i think we should|i say we|we could|we should|how about|what about|shall we|should we|why don't we|what if we|can we|could we|let's|we'll|we will|we're going to|proposal:?|(?:plan|idea|thing|solution|option) (?:is|would be)(?: that| to)?)\s*(?:that\s+|to\s+)?(?:we\s+)?(?:should\s+|just\s+)?(.+)/i;
const CLOSING_LEAD =
  /\b(?:okay|ok|so|then|alright|all right|right|great|perfect|agreed|deal|in that case|good|fine|done|sounds good|excellent|yes|settled)\b/;
const PRESENT =
  /^we ((?:postpone|delay|move|cancel|keep|drop|raise|lower|use|switch|choose|stop|skip|approve|reject|pick|adopt|extend|cut)\b.+)/i;
/** What a group says about the meeting itself, or about what simply comes. */
const IDLE =
  /^(?:just |then |all |also |quickly |maybe |now )*(?:vote|reconsider|sleep on|see|talk|discuss|start(?! (?:using|to use|selling|hiring|charging|offering|the (?:trial|campaign|project|pilot|beta|migration|rollout))\b)|begin|look|be|have(?! (?:it|our|the (?:next|party|meeting))\b)|need|get|wait|know|find|try (?:again|to|that)|come|continue|move (?:on|to the next|over|forward)|go (?:through|over|around|back|on(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day| the)|next|to|ahead$|ahead\.$|home|there|into)|cover|hear|wrap|close (?:the (?:meeting|call|session)|here|now|this|out)|stop (?:here|now|there|the recording|for)|finish (?:here|now|early|up)|take (?:a|it|that|this|the next|five|ten|one|stock|them|another)|do (?:that|this|it|introductions|so|a (?:quick|round)|the (?:introductions|round))|jump|dive|say|think|keep (?:going|in mind|it|that|an eye|moving)|make sure|figure|assume|pretend|face|check|not (?:forget|worry|go|get|spend|talk|do|jump|dive|start|be|rush|kid|pretend|waste|discuss)|worry|run through|recap|summari[sz]e|circle|park|leave (?:it|that)(?! (?:till|until|as|for|with|at|to|like|out)\b)|never|probably|catch|hope|pause|hang|return|revisit|want|like|like to|love|end up|end|lose|miss|win|die|fail|suffer|run out|tell|ask|give|hold on|remember|review (?:it|that|this|the (?:agenda|notes|minutes))|decide|agree|dig|break|please|hand|let|show(?= (?:you|me|us|them|the (?:slides?|screen))\b)|share(?= (?:your|my|the) screen\b)|read|say|call it|focus on the next|turn|listen|open the (?:meeting|floor|document)|do$)\b/i;
const POINTS_BACK =
  /^(?:then|that|it|this|so|go|do|on|to|with|for|one|them|yes|yeah|okay|great|good|perfect|everyone|everybody|all|both|of|the|we|us|is|are|here|now|ahead|way|sounds|thanks|and|option|idea|plan|same|[\s,.!-])*$/i;

/** Days and figures carry no subject, yet they are what is often settled. */
const NAMES_FIGURE =
  /\d|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|\w+(?:teen|ty)(?:th)?|half past|o'clock)\b/i;

const STORY = /\b(?:we|i) (?:went|stayed|drove|flew|travell?ed|saw|ate|arrived|visited|ended up)\b/i;

interface Proposal {
  readonly sentence: SpokenSentence;
  readonly text: string;
}

/** Everything the group decided, in the order of the meeting. English. */
export function findDecisions(sentences: readonly SpokenSentence[], owners: OwnerFinder): FoundDecision[] {
  const found: FoundDecision[] = [];
  let proposal: Proposal | null = null;
  for (const sentence of sentences) {
    if (proposal !== null && sentence.turn - proposal.sentence.turn > REACH_TURNS) proposal = null;
    let fresh: FoundDecision | null = null;
    for (const clause of tellsStory(sentences, sentence) ? [] : splitClauses(sentence.text))
      fresh = readClause(sentences, sentence, withoutCourtesy(clause), proposal, found) ?? fresh;
    fresh ??= settledBy(sentences, sentence) ?? settledSoftly(sentences, sentence, proposal, owners);
    if (fresh !== null) {
      found.push(fresh);
      proposal = null;
      continue;
    }
    proposal = proposalIn(sentence) ?? proposal;
  }
  return found;
}

function readClause(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  clause: string,
  proposal: Proposal | null,
  found: readonly FoundDecision[],
): FoundDecision | null {
  if (sentence.isQuestion || NOT_DECIDED.test(clause) || isConditional(clause) || isNarrated(clause)) return null;
  const after = DECIDED_AFTER.exec(clause);
  if (after?.[1] !== undefined && !isWish(after[1]) && contentWords(after[1]).length > 0) return written(sentence, after[1], 3, null);
  const said = DECIDED.exec(clause) ?? IS_DECIDED.exec(clause) ?? DECISION_IS.exec(clause);
  if (said !== null) {
    if (isWish(clause.slice(0, said.index))) return null;
    return written(sentence, wordingOf(said, clause), 3, spelledOut(sentences, sentence) ?? proposal);
  }
  if (isWish(clause)) return null;
  const going = GO_WITH.exec(clause);
  if (going !== null)
    return contradicted(sentences, sentence)
      ? null
      : written(sentence, going[0].replace(/^(?:let's|let us|we'll|we will)\s+(?:just |then |all |now )*/i, ''), 3, proposal, going[2]);
  if (VERDICT.test(clause)) return written(sentence, clause, 3, null);
  return announced(sentences, sentence, clause, found);
}

/** `We will …` and `let's …` count when they close a discussion or are accepted, not when they only muse. */
function announced(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  clause: string,
  found: readonly FoundDecision[],
): FoundDecision | null {
  const plan = PLAN.exec(clause) ?? PRESENT.exec(clause) ?? CHANGES_TO.exec(clause);
  if (plan?.[1] === undefined || IDLE.test(plan[1])) return null;
  const closing = CLOSING_LEAD.test(sentence.lead) || /,? then[.!]?$/i.test(clause);
  const answer = answerIn(sentences, sentence);
  if (answer !== null && readAnswer(answer) === 'refuses') return null;
  const accepted = answer !== null && settles(answer);
  const decidedBefore = !/^(?:the|our) /i.test(clause) && sentences[found[found.length - 1]?.at ?? -1]?.turn === sentence.turn;
  if (!closing && !accepted && !decidedBefore && !isCorrecting(whatWasSaid(sentence))) return null;
  const decision = written(sentence, planWording(clause), accepted ? 2 : 1, null);
  if (decision !== null && accepted) decision.segmentRefs.push(...answer.segmentRefs.filter((ref) => !decision.segmentRefs.includes(ref)));
  return decision;
}

/** `I propose we X.` `Agreed.` */
function settledBy(sentences: readonly SpokenSentence[], sentence: SpokenSentence): FoundDecision | null {
  const proposal = proposalIn(sentence);
  if (proposal === null) return null;
  const first = answerIn(sentences, sentence);
  if (first === null || readAnswer(first) === 'refuses') return null;
  const answer = settles(first) || settlesLater(sentences, first) ? first : doItIn(sentences, first);
  if (answer === null || isConditional(answer.text)) return null;
  const decision = written(sentence, proposal.text, 2, null);
  if (decision === null) return null;
  decision.at = answer.index;
  decision.segmentRefs = [...new Set([...decision.segmentRefs, ...answer.segmentRefs])];
  return decision;
}

/** `Nine thirty, then.` `Okay, so we do it that way.`: settled without a word for it. */
function settledSoftly(
  sentences: readonly SpokenSentence[],
  sentence: SpokenSentence,
  proposal: Proposal | null,
  owners: OwnerFinder,
): FoundDecision | null {
  if (NOT_DECIDED.test(sentence.text) || isNarrated(sentence.text) || tellsStory(sentences, sentence)) return null;
  return findSettlement(sentences, sentence, proposal, owners);
}

function proposalIn(sentence: SpokenSentence): Proposal | null {
  const { text } = sentence;
  if (isConditional(text.replace(/\bwhat if we\b/i, '')) || isNarrated(text) || NOT_DECIDED.test(text)) return null;
  const match = PROPOSAL.exec(text);
  if (match?.[1] === undefined || IDLE.test(match[1])) return null;
  if (
    /\b(?:can we|could we|shall we|should we)\b/i.test(match[0]) &&
    /^(?:can|could|shall|should) we (?:hear|see|talk|discuss|start|have|get|be)\b/i.test(match[0])
  )
    return null;
  const wording = match[1].replace(/[\s?.!,]+$/, '');
  return contentWords(wording).length === 0 && !NAMES_FIGURE.test(wording) ? null : { sentence, text: capitalise(wording) };
}

function wordingOf(said: RegExpExecArray, clause: string): string {
  const rest = (said[1] ?? '').trim();
  const direct = /^(?:that|to)\s+(.+)/i.exec(rest);
  if (direct?.[1] !== undefined && /\b(?:decided?|agreed?|resolved|voted|opted|chose)\b/i.test(said[0]))
    return direct[1].replace(/^(?:we're going to|we are going to|we'll|we will|we should)\s+/i, '');
  if (/^we\b/i.test(said[0]) && contentWords(rest).length > 0) return said[0];
  return rest === '' ? '' : rest.replace(/^(?:we'll|we will|we're going to)\s+/i, '') || clause;
}

function planWording(clause: string): string {
  const keeps = /\b(?:not|won't|no more)\b|\bgoing to (?:the|a|an|our|my)\b|^we (?!'|are|will)/i.test(clause);
  return keeps
    ? clause
    : clause.replace(/\b(?:we'll|we will|we're going to|we are going to|let's|let us)\s+(?:just |then |all |now )*/i, '');
}

/** `It's settled, then. The newsletter goes out on the tenth.`: the next sentence of the turn says what is settled. */
function spelledOut(sentences: readonly SpokenSentence[], sentence: SpokenSentence): Proposal | null {
  const next = sentences[sentence.index + 1];
  if (next === undefined || next.turn !== sentence.turn || next.isQuestion || /\b(?:i|i'll|i'm|you)\b/i.test(next.text)) return null;
  if (
    isConditional(next.text) ||
    isWish(next.text) ||
    isNarrated(next.text) ||
    contentWords(next.text).length === 0 ||
    wordsOf(next.text).length < 4
  )
    return null;
  return { sentence: next, text: next.text.replace(/[.!]+$/, '') };
}

/** Null when the words point back and there is no proposal to point at. */
function written(
  sentence: SpokenSentence,
  wording: string,
  sureness: number,
  proposal: Proposal | null,
  object: string = wording,
): FoundDecision | null {
  const own = wording
    .replace(/,?\s+(?:because|since|so that|which means|right|okay|then|please)(?:\s.*)?$/i, '')
    .replace(/[\s,.;:!]+$/, '');
  const pointsBack = POINTS_BACK.test(object) || contentWords(own).length === 0;
  if (pointsBack && proposal === null) return null;
  const text = capitalise((pointsBack && proposal !== null ? proposal.text : own).replace(/,?\s+(?:instead|then|now|this time)$/i, ''));
  const refs = pointsBack && proposal !== null ? proposal.sentence.segmentRefs : [];
  const correcting = isCorrecting(whatWasSaid(sentence));
  return {
    at: sentence.index,
    text,
    segmentRefs: [...new Set([...refs, ...sentence.segmentRefs])],
    words: contentWords(text),
    sureness,
    correcting,
  };
}

/** `We've the money. Okay, do it.` */
function doItIn(sentences: readonly SpokenSentence[], first: SpokenSentence): SpokenSentence | null {
  const turn = sentences.slice(first.index, first.index + 3).filter((other) => other.turn === first.turn);
  return turn.find((other) => /^(?:let's |just )?(?:do (?:it|that)|go for it|go ahead)[.!]?$/i.test(other.text)) ?? null;
}

/** `I love it. Let's do it.` */
function settlesLater(sentences: readonly SpokenSentence[], answer: SpokenSentence): boolean {
  const next = sentences[answer.index + 1];
  return (
    next?.turn === answer.turn &&
    readAnswer(answer) === 'accepts' &&
    /^(?:let's do (?:it|that)|agreed|deal|do it|go for it)\b/i.test(next.text)
  );
}

/** `We went to the coast and decided to stay`: a story, not this meeting. */
function tellsStory(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const before = sentences[sentence.index - 1];
  const opening = before?.turn === sentence.turn ? before.text : '';
  return STORY.test(sentence.text) || (STORY.test(opening) && !/\b(?:okay|ok|alright|right|anyway)\b/.test(sentence.lead));
}

function answerIn(sentences: readonly SpokenSentence[], sentence: SpokenSentence): SpokenSentence | null {
  for (let at = sentence.index + 1; at < sentences.length; at += 1) {
    const next = sentences[at];
    if (next === undefined || next.turn > sentence.turn + 1) return null;
    if (next.turn === sentence.turn + 1) return next;
  }
  return null;
}

function contradicted(sentences: readonly SpokenSentence[], sentence: SpokenSentence): boolean {
  const answer = answerIn(sentences, sentence);
  return answer !== null && readAnswer(answer) === 'refuses';
}
