// Signs of a decision in its own words.
import { isCorrecting } from '../text/apply-corrections.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { DecisionCandidate } from './decision-candidates.ts';

const VERDICT =
  /\b(?:that's (?:it|the one|settled|final|a (?:yes|no|deal|plan))|(?:is|are) (?:fine|okay|good) (?:then|by)|it is|done|deal|agreed|settled|sorted|no objections?|off the (?:table|list)|(?:is|are|stays?|goes|go) (?:off|out|on|in)|for sure|final|carried|approved|convinced)\b/i;
const ABOUT_THE_TALK =
  /\b(?:(?:let's|we'll|we|i'll) (?:start|begin|move on|get started|talk about|go through|see|wrap|continue|stop here|come back|look at|hear|go on(?! with)|keep going|discuss|get to|jump|dive|make a start|recap|be quick)|agenda|this meeting|this call|next item|next point|can you hear|hear me|mute|screen|recording|bye|thanks|thank you|hello|good morning|see you|welcome)\b/i;

type Facts = DecisionCandidate & { sentence: SpokenSentence; said: string };

const OWN_SIGNS: Readonly<Record<string, (facts: Facts) => boolean>> = {
  'lead: closes': ({ sentence, said }) =>
    /\b(?:okay|ok|alright|all right|fine|good|great|perfect|agreed|deal|cool|done|right|settled|excellent)\b/.test(
      sentence.lead,
    ) || /^(?:okay|ok|alright|right)\b/i.test(said),
  'lead: so': ({ sentence }) => /\bso\b/.test(sentence.lead),
  'lead: then': ({ sentence }) => /\b(?:then|in that case)\b/.test(sentence.lead),
  'lead: but': ({ sentence }) => /\bbut\b/.test(sentence.lead),
  'lead: no': ({ sentence }) => /\b(?:no|nope)\b/.test(sentence.lead),
  'lead: yes': ({ sentence }) => /\b(?:yes|yeah|yep|sure|absolutely|exactly)\b/.test(sentence.lead),
  'ends with then': ({ said }) => /\bthen[.!]?$/i.test(said),
  wish: ({ act }) => act.wishes,
  condition: ({ act }) => act.conditional,
  postpones: ({ act }) => act.postpones,
  commits: ({ act }) => act.commits,
  request: ({ said }) =>
    /\bplease\b|\b(?:can|could|would|will) you\b|\byou should\b|\btell (?!you|us|me)/i.test(said),
  question: ({ sentence }) => sentence.isQuestion,
  negation: ({ said }) => /\b(?:not|no|never|none|nothing|nobody)\b|n't\b/i.test(said),
  past: ({ said }) =>
    !/^\w+ed\b/i.test(said) &&
    /\b(?:was|were|did|had|went|got|said|told|came|used to|(?!need|agreed|indeed|decided|settled|approved|carried|instead|convinced|bed|red|shed|feed|seed|speed|hundred)\w{3,}ed)\b/i.test(
      said.replace(/(?<=\s)\p{Lu}\p{L}+/gu, ''),
    ),
  'says I': ({ said }) => /\b(?:i|i'm|i've|my|me|i'd)\b/i.test(said),
  'says you': ({ said }) => /\b(?:you|your|you're)\b/i.test(said),
  'says we': ({ said }) => /\b(?:we|we're|we'll|us|our|let's)\b/i.test(said),
  'says he, she or they': ({ said }) =>
    /\b(?:he|she|they|he's|she's|they're|them|his|her)\b/i.test(said),
  opinion: ({ said }) =>
    /\b(?:i think|i guess|i feel|i mean|honestly|to be honest|probably|maybe|could|would|i'd|like|might)\b/i.test(
      said,
    ),
  'from now on': ({ said }) =>
    /\b(?:from (?:now|next|the|\w+day)|until|till|for now|this (?:year|time|week|month)|starting|as of|every|always|only|no more|instead|per \w+|again)\b/i.test(
      said,
    ),
  'figure or day': ({ words }) =>
    words.some((word) =>
      /^\d|day$|(?:teen|ty|th)$|^(?:first|second|third|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half)$/.test(
        word,
      ),
    ),
  corrects: ({ said }) => isCorrecting(said),
  verdict: ({ said }) => VERDICT.test(said),
  'says it is decided': ({ act }) => act.form === 'decided',
  'goes with': ({ said }) =>
    /\b(?:go(?:ing)? (?:ahead )?with|st(?:ick|ay)(?:ing)? with|settl(?:e|ing) on)\b/i.test(said),
  'about the talk': ({ said }) => ABOUT_THE_TALK.test(said),
  describes: ({ act, said }) =>
    !/^(?:lets|commands|we will|asks|points back|decided)$/.test(act.form) &&
    /\b(?:is|are|has|have|looks?|seems?|feels?|means?|costs?|there's|it's|that's)\b/i.test(said),
  'about a person': ({ act, said }) =>
    act.form !== 'fragment' && /^(?:he|she|they|it)\b/i.test(said),
  antecedent: ({ steps }) => steps > 0,
  'second antecedent': ({ steps }) => steps > 1,
  'antecedent asked': ({ act, source }) => source !== act && source.form === 'asks',
  'antecedent by another': ({ act, source, sentence }) =>
    source !== act && source.sentence.speakerRef !== sentence.speakerRef,
  'antecedent far': ({ source, sentence }) => sentence.turn - source.sentence.turn > 2,
};

/** All but what its wording says. */
export function ownEvidence(candidate: DecisionCandidate): string[] {
  const { act, source, words } = candidate;
  const facts = { ...candidate, sentence: act.sentence, said: act.sentence.text };
  const signs = Object.keys(OWN_SIGNS).filter((name) => OWN_SIGNS[name]?.(facts));
  if (source !== act) signs.push(`${act.form} pointing back`);
  const { length } = source;
  signs.push(
    length <= 2
      ? 'length 1-2'
      : length <= 4
        ? 'length 3-4'
        : length <= 8
          ? 'length 5-8'
          : length <= 14
            ? 'length 9-14'
            : 'length 15+',
  );
  signs.push(
    words.length < 2
      ? 'matter 1'
      : words.length < 4
        ? 'matter 2-3'
        : words.length < 7
          ? 'matter 4-6'
          : 'matter 7+',
  );
  return signs;
}

/** True for words that only point to what they are about. */
export function leavesMatterUnnamed(wording: string): boolean {
  return (
    /\b(?:it|that|this|them|those|these)\b/i.test(wording.replace(/\(.*\)$/, '')) &&
    !wording.endsWith(')')
  );
}
