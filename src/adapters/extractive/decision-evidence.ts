import { isCorrecting } from './apply-corrections.ts';
import { overlap, wordsOf } from './content-words.ts';
import type { DecisionCandidate } from './decision-candidates.ts';
import type { SpeechAct } from './speech-acts.ts';

const AFTER_SENTENCES = 10;
const BEFORE_SENTENCES = 12;
const RESTATED = 0.5;
const SHORT_MEETING_SENTENCES = 12;

/** Signs for and against a decision; each has one weight in `decision-weights.ts`. */
export function evidenceFor(candidate: DecisionCandidate, acts: readonly SpeechAct[], chair: string | null): string[] {
  const { act, source } = candidate;
  const at = act.sentence.index;
  const after = acts.slice(at + 1, at + 1 + AFTER_SENTENCES);
  const before = acts.slice(Math.max(0, at - BEFORE_SENTENCES), at);
  const own = ownEvidence(candidate);
  const later = laterEvidence(candidate, after);
  const earlier = earlierEvidence(candidate, before, acts.length > SHORT_MEETING_SENTENCES);
  const closing = own.includes('lead: closes') || own.includes('ends with then');
  const form = source === act ? act.form : `back to ${source.form}`;
  const evidence = [`form: ${form}`, ...own, ...earlier, ...later];
  if (act.sentence.speakerRef === chair) evidence.push('by the chair');
  const answered = later.some((sign) => sign === 'next turn agrees' || sign === 'next turn settles');
  if (closing) evidence.push(`${form} + closes`);
  if (answered) evidence.push(`${form} + agreed next`);
  if (later.includes('agreed later') && (act.form === 'asks' || act.form === 'proposes')) evidence.push(`${form} + agreed later`);
  if (closing && answered) evidence.push('closes + agreed next');
  if (earlier.includes('said before')) evidence.push(...(closing ? ['said before + closes'] : []), `${form} + said before`);
  return evidence;
}

function ownEvidence({ act, source, text, words, steps }: DecisionCandidate): string[] {
  const { sentence } = act;
  const said = sentence.text;
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  sign(
    'lead: closes',
    /\b(?:okay|ok|alright|all right|fine|good|great|perfect|agreed|deal|cool|done|right|settled|excellent)\b/.test(sentence.lead) ||
      /^(?:okay|ok|alright|right)\b/i.test(said),
  );
  sign('lead: so', /\bso\b/.test(sentence.lead));
  sign('lead: then', /\b(?:then|in that case)\b/.test(sentence.lead));
  sign('lead: but', /\bbut\b/.test(sentence.lead));
  sign('lead: no', /\b(?:no|nope)\b/.test(sentence.lead));
  sign('lead: yes', /\b(?:yes|yeah|yep|sure|absolutely|exactly)\b/.test(sentence.lead));
  sign('ends with then', /\bthen[.!]?$/i.test(said));
  sign('wish', act.wishes);
  sign('condition', act.conditional);
  sign('postpones', act.postpones);
  sign('commits', act.commits);
  sign('request', /\bplease\b|\b(?:can|could|would|will) you\b|\byou should\b|\btell (?!you|us|me)/i.test(said));
  sign('question', sentence.isQuestion);
  sign('negation', /\b(?:not|no|never|none|nothing|nobody)\b|n't\b/i.test(said));
  sign(
    'past',
    !/^\w+ed\b/i.test(said) &&
      /\b(?:was|were|did|had|went|got|said|told|came|used to|(?!need|agreed|indeed|decided|settled|approved|carried|instead|convinced|bed|red|shed|feed|seed|speed|hundred)\w{3,}ed)\b/i.test(
        said.replace(/(?<=\s)\p{Lu}\p{L}+/gu, ''),
      ),
  );
  sign('says I', /\b(?:i|i'm|i've|my|me|i'd)\b/i.test(said));
  sign('says you', /\b(?:you|your|you're)\b/i.test(said));
  sign('says we', /\b(?:we|we're|we'll|us|our|let's)\b/i.test(said));
  sign('says he, she or they', /\b(?:he|she|they|he's|she's|they're|them|his|her)\b/i.test(said));
  sign('opinion', /\b(?:i think|i guess|i feel|i mean|honestly|to be honest|probably|maybe|could|would|i'd|like|might)\b/i.test(said));
  sign(
    'from now on',
    /\b(?:from (?:now|next|the|\w+day)|until|till|for now|this (?:year|time|week|month)|starting|as of|every|always|only|no more|instead|per \w+|again)\b/i.test(
      said,
    ),
  );
  sign(
    'figure or day',
    words.some((word) =>
      /^\d|day$|(?:teen|ty|th)$|^(?:first|second|third|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)$/.test(word),
    ),
  );
  sign('unnamed matter', /\b(?:it|that|this|them|those|these)\b/i.test(text.replace(/\(.*\)$/, '')) && !text.endsWith(')'));
  sign('corrects', isCorrecting(said));
  sign('verdict', VERDICT.test(said));
  sign('says it is decided', act.form === 'decided');
  sign('goes with', /\b(?:go(?:ing)? (?:ahead )?with|st(?:ick|ay)(?:ing)? with|settl(?:e|ing) on)\b/i.test(said));
  sign('about the talk', ABOUT_THE_TALK.test(said));
  sign(
    'describes',
    !/^(?:lets|commands|we will|asks|points back|decided)$/.test(act.form) &&
      /\b(?:is|are|has|have|looks?|seems?|feels?|means?|costs?|there's|it's|that's)\b/i.test(said),
  );
  sign('about a person', act.form !== 'fragment' && /^(?:he|she|they|it)\b/i.test(said));
  sign('antecedent', steps > 0);
  if (source !== act) signs.push(`${act.form} pointing back`);
  sign('second antecedent', steps > 1);
  sign('antecedent asked', source !== act && source.form === 'asks');
  sign('antecedent by another', source !== act && source.sentence.speakerRef !== sentence.speakerRef);
  sign('antecedent far', sentence.turn - source.sentence.turn > 2);
  const length = wordsOf(source.matter).length;
  signs.push(
    length <= 2 ? 'length 1-2' : length <= 4 ? 'length 3-4' : length <= 8 ? 'length 5-8' : length <= 14 ? 'length 9-14' : 'length 15+',
  );
  signs.push(words.length < 2 ? 'matter 1' : words.length < 4 ? 'matter 2-3' : words.length < 7 ? 'matter 4-6' : 'matter 7+');
  return signs;
}

function laterEvidence({ act, words }: DecisionCandidate, after: readonly SpeechAct[]): string[] {
  const { turn, speakerRef } = act.sentence;
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const next = after.filter((other) => other.sentence.turn === turn + 1).slice(0, 3);
  const near = after.filter((other) => other.sentence.turn <= turn + 3);
  const others = near.filter((other) => other.sentence.speakerRef !== speakerRef);
  const rest = after.filter((other) => other.sentence.turn === turn);
  const agreeing = new Set(others.filter((other) => other.agrees).map((other) => other.sentence.speakerRef)).size;
  sign(
    'next turn agrees',
    next.slice(0, 2).some((other) => other.agrees),
  );
  sign(
    'next turn settles',
    next.some((other) => other.settles),
  );
  sign('two agree', agreeing > 1);
  sign('agreed later', agreeing > 0 && !next.some((other) => other.agrees));
  sign(
    'refused',
    next.some((other) => other.refuses),
  );
  sign('doubted later', others.some((other) => other.refuses) && !next.some((other) => other.refuses));
  sign(
    'answered by a question',
    next.slice(0, 1).some((other) => other.sentence.isQuestion),
  );
  sign('answered at length', next.reduce((sum, other) => sum + wordsOf(other.sentence.text).length, 0) > 12);
  sign(
    'answered by but',
    next.some((other) => /\bbut\b/.test(other.sentence.lead) || /^but\b/i.test(other.sentence.text)),
  );
  sign(
    'next turn commits',
    next.some((other) => other.commits),
  );
  sign(
    'commits in the same turn',
    rest.some((other) => other.commits),
  );
  sign(
    'asks in the same turn',
    rest.some((other) => other.sentence.isQuestion),
  );
  sign(
    'postponed after',
    near.some((other) => other.postpones),
  );
  sign(
    'said again',
    others.some((other) => overlap(words, other.words) >= RESTATED && other.words.length > 0),
  );
  sign(
    'said again, closing',
    near.some(
      (other) =>
        overlap(words, other.words) >= RESTATED && other.words.length > 0 && CLOSES.test(`${other.sentence.lead} ${other.sentence.text}`),
    ),
  );
  sign(
    'new topic after',
    [...rest, ...next].some((other) => NEW_TOPIC.test(`${other.sentence.lead} ${other.sentence.text}`)),
  );
  sign('end of the meeting', after.length === 0);
  sign(
    'echoed next',
    next.slice(0, 2).some((other) => other.sentence.speakerRef !== speakerRef && echoes(words, other)),
  );
  sign(
    'last word',
    !after.some((other) => other.sentence.turn > turn && !other.agrees && !other.commits && overlap(words, other.words) >= RESTATED),
  );
  sign(
    'thanked',
    next.some((other) => /\bthank/i.test(other.sentence.text)),
  );
  sign(
    'settled by pointing back',
    near.some((other) => other.form === 'points back' && other.pointsBack),
  );
  return signs;
}

function earlierEvidence({ act, words, source }: DecisionCandidate, before: readonly SpeechAct[], long: boolean): string[] {
  const { turn, speakerRef } = act.sentence;
  const signs: string[] = [];
  const sign = (name: string, holds: boolean): void => void (holds && signs.push(name));
  const near = before.filter((other) => turn - other.sentence.turn <= 5 && other !== source);
  const previous = near.filter((other) => other.sentence.turn === turn - 1);
  const held = source === act ? near.filter((other) => other.words.length > 0 && overlap(words, other.words) >= RESTATED) : [];
  sign('said before', held.length > 0);
  sign(
    'said before by another',
    held.some((other) => other.sentence.speakerRef !== speakerRef),
  );
  sign(
    'asked before',
    held.some((other) => other.sentence.isQuestion),
  );
  sign(
    'proposed before',
    held.some((other) => other.form === 'asks' || other.form === 'proposes' || other.form === 'lets'),
  );
  sign(
    'picks one of two',
    near.some(
      (other) => /\bor\b/.test(other.sentence.text) && other.sentence.turn !== turn && words.some((word) => other.words.includes(word)),
    ),
  );
  sign('answers a question', previous.at(-1)?.sentence.isQuestion === true);
  sign(
    'answers what if',
    previous.some((other) => other.sentence.isQuestion && /\b(?:if|what happens|in case|suppose)\b/i.test(other.sentence.text)),
  );
  sign(
    'answers a proposal',
    previous.some((other) => other.form === 'asks' || other.form === 'proposes'),
  );
  sign(
    'agreed before',
    near.some(
      (other) =>
        turn - other.sentence.turn <= 2 && turn !== other.sentence.turn && other.agrees && other.sentence.speakerRef !== speakerRef,
    ),
  );
  sign(
    'settled before',
    near.some((other) => turn - other.sentence.turn <= 2 && turn !== other.sentence.turn && other.settles),
  );
  sign(
    'nods first',
    before.at(-1)?.sentence.turn === turn && before.at(-1)?.agrees === true && wordsOf(before.at(-1)?.sentence.text ?? '').length <= 4,
  );
  sign(
    'doubted before',
    near.some((other) => other.refuses && turn - other.sentence.turn <= 2),
  );
  sign('discussed', near.filter((other) => ['asks', 'proposes', 'lets', 'wonders'].includes(other.form)).length > 1);
  sign('start of the meeting', act.sentence.index < 4 && long);
  return signs;
}

/** A short answer that takes up the words: `box okay`, `the second, got it`. */
function echoes(words: readonly string[], other: SpeechAct): boolean {
  return (
    wordsOf(other.sentence.text).length <= 7 &&
    other.words.some((word) => words.includes(word)) &&
    !other.refuses &&
    !other.sentence.isQuestion
  );
}

const VERDICT =
  /\b(?:that's (?:it|the one|settled|final|a (?:yes|no|deal|plan))|(?:is|are) (?:fine|okay|good) (?:then|by)|it is|done|deal|agreed|settled|sorted|no objections?|off the (?:table|list)|(?:is|are|stays?|goes|go) (?:off|out|on|in)|for sure|final|carried|approved|convinced)\b/i;
const CLOSES = /\b(?:okay|ok|alright|all right|then|fine|good|great|perfect|agreed|deal|done|in that case|right|settled|so)\b/i;
const NEW_TOPIC =
  /\b(?:next|anything else|what else|moving on|move on|last (?:thing|item|point)|one more|second(?:ly)?|third(?:ly)?|another thing|what about|how about|now,? the|and the)\b/i;
const ABOUT_THE_TALK =
  /\b(?:(?:let's|we'll|we|i'll) (?:start|begin|move on|get started|talk about|go through|see|wrap|continue|stop here|come back|look at|hear|go on(?! with)|keep going|discuss|get to|jump|dive|make a start|recap|be quick)|agenda|this meeting|this call|next item|next point|can you hear|hear me|mute|screen|recording|bye|thanks|thank you|hello|good morning|see you|welcome)\b/i;
