import { wordsOf } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import { listPhrases, wordForAnd } from './key-phrases.ts';
import { lowerFirst, thirdPerson } from '../wording/report-speech.ts';

const MAX_TOPICS = 6;
const MAX_DECISIONS = 4;
const MAX_NAMES = 4;
const MAX_PHRASES = 3;

export type TopicFacts = {
  /** As they stand inside a sentence. */
  readonly phrases: readonly string[];
  /** Who spoke of it, most words first. */
  readonly speakers: readonly string[];
  /** One spoke at length and the others hardly. */
  readonly isPresented: boolean;
  /** Those who only asked. */
  readonly askers: readonly string[];
  /** What was said and asked, each a sentence of its own. */
  readonly said: readonly string[];
};

export type OverviewFacts = {
  /** Display names of those who spoke, most words first. */
  readonly speakers: readonly string[];
  /** Why they met, as a sentence; empty where nobody says it. */
  readonly purpose: string;
  /** In the order of the meeting; no phrase twice. */
  readonly topics: readonly TopicFacts[];
  readonly decisions: readonly string[];
  readonly carried: readonly string[];
  readonly failed: readonly string[];
  readonly open: readonly string[];
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

/** A few plain sentences in the third person: what was talked about, by whom, and how it ended. */
export function composeOverview(facts: OverviewFacts, language: string | null): string {
  const topics = facts.topics.filter(({ phrases }) => phrases.length > 0).slice(0, MAX_TOPICS);
  if (primarySubtag(language) !== 'en') {
    const phrases = topics.flatMap((topic) => topic.phrases);
    const listed = listPhrases(phrases, wordForAnd(language));
    const opening = TOPICS_WERE[primarySubtag(language)];
    return listed === '' ? '' : opening === undefined ? `${listed}.` : `${opening}: ${listed}.`;
  }
  const decisions = facts.decisions.map(withoutStop).filter(saysItself);
  return [
    facts.purpose,
    ...topics.map((topic, at) => tellTopic(topic, at, topics.length, facts.speakers)),
    tellDecisions(decisions),
    tellList('They voted for:', facts.carried),
    tellList('They voted against:', facts.failed),
    tellList('Still open:', facts.open),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function tellTopic(topic: TopicFacts, at: number, count: number, all: readonly string[]): string {
  const when =
    at === 0
      ? ''
      : at === count - 1 && count > 2
        ? 'At the end '
        : at % 2 === 1
          ? 'Then '
          : 'After that ';
  const what = listPhrases(topic.phrases.slice(0, MAX_PHRASES), 'and');
  const [first = ''] = topic.speakers;
  const everyone = at > 0 && topic.speakers.length === all.length && all.length > 2;
  const who = topic.isPresented ? first : everyone ? 'they' : nameSpeakers(topic.speakers);
  const verb = topic.isPresented
    ? 'presented'
    : topic.speakers.length === 1
      ? 'talked about'
      : 'discussed';
  const asked = topic.askers.length === 0 ? '' : `; ${nameSpeakers(topic.askers)} asked questions`;
  const opening = `${when}${who} ${verb} ${what}${asked}.`;
  return [opening.charAt(0).toUpperCase() + opening.slice(1), ...topic.said].join(' ');
}

function tellList(opening: string, items: readonly string[]): string {
  const told = items.map((text) => thirdPerson(withoutStop(text)));
  return told.length === 0 ? '' : `${opening} ${told.map(lowerFirst).join('; ')}.`;
}

function withoutStop(text: string): string {
  return text.replace(/[.!]+$/, '');
}

/** `Merge it` and `Paper` tell nothing to one who was not there. */
function saysItself(decision: string): boolean {
  return !SPEAKS.test(decision) && wordsOf(decision).length > 1 && !POINTS.test(decision);
}

/** `Hire two testers` is `They agreed to hire two testers.`; several stand in one sentence. */
function tellDecisions(decisions: readonly string[]): string {
  const told = decisions.slice(0, MAX_DECISIONS).map(thirdPerson);
  const [first = ''] = told;
  if (told.length > 1) return `They decided: ${told.map(lowerDeed).join('; ')}.`;
  if (first === '') return '';
  const will = /^they (?:will|are going to|'ll) (.+)$/i.exec(first);
  if (will?.[1] !== undefined) return `They agreed to ${will[1]}.`;
  return DEED.test(first)
    ? `They agreed to ${lowerDeed(first)}.`
    : `They decided: ${lowerDeed(first)}.`;
}

function lowerDeed(text: string): string {
  return DEED.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : lowerFirst(text);
}

function nameSpeakers(speakers: readonly string[]): string {
  if (speakers.length === 0) return 'The participants';
  if (speakers.length <= MAX_NAMES) return listPhrases(speakers, 'and');
  return `${speakers.slice(0, MAX_NAMES - 1).join(', ')} and ${speakers.length - MAX_NAMES + 1} others`;
}
