import { primarySubtag } from './function-words.ts';
import { listPhrases } from './key-phrases.ts';

const MOST_TOPICS = 5;
const MOST_DECISIONS = 2;
const MOST_NAMES = 4;

export interface OverviewFacts {
  /** Display names of those who spoke, most words first. */
  readonly speakers: readonly string[];
  /** Key phrases of each topic block, in the order of the meeting; no phrase twice. */
  readonly topics: readonly (readonly string[])[];
  readonly decisions: readonly string[];
  readonly tasks: number;
}

const AND: Record<string, string> = { en: 'and', de: 'und', fr: 'et', es: 'y', it: 'e', nl: 'en', pt: 'e' };
const TOPICS_WERE: Record<string, string> = {
  de: 'Besprochen wurden',
  fr: 'Sujets abordés',
  es: 'Temas tratados',
  it: 'Argomenti trattati',
  nl: 'Besproken',
  pt: 'Temas tratados',
};
const OPENINGS = ['talked about', 'The conversation then turned to', 'They went on to', 'Another part was about', 'It closed with'];

/** The word for `and` in a language; an ampersand where none is known. */
export function wordForAnd(language: string | null): string {
  return AND[primarySubtag(language)] ?? '&';
}

/** A few plain sentences in the third person, made of what was talked about; empty when nothing was. */
export function composeOverview(facts: OverviewFacts, language: string | null): string {
  const and = wordForAnd(language);
  const topics = facts.topics.filter((phrases) => phrases.length > 0).slice(0, MOST_TOPICS);
  if (primarySubtag(language) !== 'en') {
    const listed = listPhrases(topics.flat(), and);
    const opening = TOPICS_WERE[primarySubtag(language)];
    return listed === '' ? '' : opening === undefined ? `${listed}.` : `${opening}: ${listed}.`;
  }
  const who = nameSpeakers(facts.speakers);
  const sentences = topics.map((phrases, at) => {
    const listed = listPhrases(phrases, and);
    if (at === 0) return `${who} talked about ${listed}.`;
    if (at === topics.length - 1) return `${topics.length > 2 ? OPENINGS[4] : OPENINGS[1]} ${listed}.`;
    return `${OPENINGS[at] ?? OPENINGS[3]} ${listed}.`;
  });
  const [first, ...more] = facts.decisions.slice(0, MOST_DECISIONS).map((text) => text.replace(/[.!]+$/, ''));
  if (first !== undefined) sentences.push(`Decided: ${[first, ...more].join('; ')}.`);
  return sentences.join(' ');
}

function nameSpeakers(speakers: readonly string[]): string {
  if (speakers.length === 0) return 'The participants';
  if (speakers.length <= MOST_NAMES) return listPhrases(speakers, 'and');
  return `${speakers.slice(0, MOST_NAMES - 1).join(', ')} and ${speakers.length - MOST_NAMES + 1} others`;
}
