import { wordsOf } from '../text/content-words.ts';
import { functionWords, primarySubtag } from '../text/function-words.ts';
import { listPhrases } from './key-phrases.ts';

const MAX_TOPICS = 5;
const MAX_DECISIONS = 4;
const MAX_NAMES = 4;

export type OverviewFacts = {
  /** Display names of those who spoke, most words first. */
  readonly speakers: readonly string[];
  /** Key phrases of each topic block, in the order of the meeting; no phrase twice. */
  readonly topics: readonly (readonly string[])[];
  readonly decisions: readonly string[];
};

const AND: Record<string, string> = {
  en: 'and',
  de: 'und',
  fr: 'et',
  es: 'y',
  it: 'e',
  nl: 'en',
  pt: 'e',
};
const TOPICS_WERE: Record<string, string> = {
  de: 'Besprochen wurden',
  fr: 'Sujets abordés',
  es: 'Temas tratados',
  it: 'Argomenti trattati',
  nl: 'Besproken',
  pt: 'Temas tratados',
};
const DEED = new RegExp(
  [
    '^(?:not |only |also )?(?:add|adopt|allow|ask|book|bring|build|buy|call|cancel|change|charge|',
    'choose|close|create|cut|delay|do|double|drop|end|extend|finish|fix|freeze|give|go|hire|hold|',
    'increase|invest|invite|keep|launch|leave|lower|make|meet|merge|move|offer|open|order|paint|',
    'pause|pay|pick|plan|postpone|publish|push|put|raise|reduce|release|remove|rent|repair|',
    'replace|roll|run|sell|send|ship|skip|split|spend|start|stay|stick|stop|switch|take|test|try|',
    'use|vote|wait|work|write)\\b',
  ].join(''),
  'i',
);
/** What one person says of himself or to another cannot be told in the third person. */
const SPEAKS = /\b(?:i|i'm|i'll|i've|i'd|me|my|mine|you|your|you're)\b/i;
const POINTS = /^\p{L}+ (?:it|them|that|this|those|these|both|one)$/iu;
const NAMES_TIME =
  /day$|^(?:i|january|february|march|april|may|june|july|august|september|october|november|december)$/;
const OPENINGS = [
  '',
  'Then they talked about',
  'They went on to',
  'They also talked about',
  'At the end they talked about',
];

/** The word for `and` in a language; an ampersand where none is known. */
export function wordForAnd(language: string | null): string {
  return AND[primarySubtag(language)] ?? '&';
}

/** A few plain sentences in the third person, made of what was talked about; empty when nothing was. */
export function composeOverview(facts: OverviewFacts, language: string | null): string {
  const and = wordForAnd(language);
  const topics = facts.topics.filter((phrases) => phrases.length > 0).slice(0, MAX_TOPICS);
  if (primarySubtag(language) !== 'en') {
    const listed = listPhrases(topics.flat(), and);
    const opening = TOPICS_WERE[primarySubtag(language)];
    return listed === '' ? '' : opening === undefined ? `${listed}.` : `${opening}: ${listed}.`;
  }
  const who = nameSpeakers(facts.speakers);
  const sentences = topics.map((phrases, at) => {
    const listed = listPhrases(phrases, and);
    if (at === 0) return `${who} talked about ${listed}.`;
    if (at === topics.length - 1)
      return `${topics.length > 2 ? OPENINGS[4] : OPENINGS[1]} ${listed}.`;
    return `${OPENINGS[at] ?? OPENINGS[3]} ${listed}.`;
  });
  const decided = tellDecisions(
    facts.decisions.map((text) => text.replace(/[.!]+$/, '')).filter(saysItself),
  );
  if (decided !== '') sentences.push(decided);
  return sentences.join(' ');
}

/** `Merge it` and `Paper` tell nothing to one who was not there. */
function saysItself(decision: string): boolean {
  return !SPEAKS.test(decision) && wordsOf(decision).length > 1 && !POINTS.test(decision);
}

/** `Hire two testers` is `They agreed to hire two testers.`; several stand in one sentence. */
function tellDecisions(decisions: readonly string[]): string {
  const told = decisions.slice(0, MAX_DECISIONS).map((text) => thirdPerson(text));
  const [first = ''] = told;
  if (told.length > 1) return `They decided: ${told.map(lowerFirst).join('; ')}.`;
  if (first === '') return '';
  const will = /^they (?:will|are going to|'ll) (.+)$/i.exec(first);
  if (will?.[1] !== undefined) return `They agreed to ${will[1]}.`;
  return DEED.test(first)
    ? `They agreed to ${lowerFirst(first)}.`
    : `They decided: ${lowerFirst(first)}.`;
}

/** `We're staying with our supplier` is `They are staying with their supplier`. */
function thirdPerson(text: string): string {
  return text
    .replace(/\bwe're\b/gi, 'they are')
    .replace(/\bwe'll\b/gi, 'they will')
    .replace(/\bwe\b/gi, 'they')
    .replace(/\bour\b/gi, 'their')
    .replace(/\bus\b/g, 'them');
}

/** A capital letter stays where the word is a name or an abbreviation. */
function lowerFirst(text: string): string {
  const [first = ''] = wordsOf(text);
  return (functionWords('en').has(first) && !NAMES_TIME.test(first)) || DEED.test(text)
    ? text[0]?.toLowerCase() + text.slice(1)
    : text;
}

function nameSpeakers(speakers: readonly string[]): string {
  if (speakers.length === 0) return 'The participants';
  if (speakers.length <= MAX_NAMES) return listPhrases(speakers, 'and');
  return `${speakers.slice(0, MAX_NAMES - 1).join(', ')} and ${speakers.length - MAX_NAMES + 1} others`;
}
