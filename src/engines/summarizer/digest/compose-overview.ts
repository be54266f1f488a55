import { wordsOf } from '../text/content-words.ts';
import { SAYS_I_OR_YOU } from '../text/shift-pronouns.ts';
import { isEnglish, listWords } from '../text/function-words.ts';
import type { DescribedTopic } from './describe-topics.ts';
import { listPhrases } from './key-phrases.ts';

const MAX_TOPICS = 5;
const MAX_DECISIONS = 4;
const MAX_NAMES = 4;

type Topic = Pick<DescribedTopic, 'phrases' | 'speaker' | 'also'>;
const POINTS = /^\p{L}+ (?:it|them|that|this|those|these|both|one)$/iu;

/**
 * A few plain sentences in the third person. `speakers`: display names of those who spoke, most words first. Without a
 * topic it says who spoke, and is empty where nobody did or the language is not English.
 */
export function composeOverview(
  speakers: readonly string[],
  described: readonly Topic[],
  decisions: readonly string[],
  language: string | null,
): string {
  const topics = described.slice(0, MAX_TOPICS);
  const all = topics.flatMap(({ phrases }) => phrases);
  if (!isEnglish(language)) {
    const listed = listPhrases(all, language);
    const opening = listWords(language)?.topicsWere;
    return listed === '' ? '' : opening === undefined ? `${listed}.` : `${opening}: ${listed}.`;
  }
  if (all.length === 0 && speakers.length === 0) return '';
  const [only = ''] = speakers;
  const about = all.length === 0 ? 'spoke' : `talked about ${listPhrases([...new Set(all)], 'en')}`;
  const sentences =
    speakers.length === 1
      ? [`${only} ${about}.`]
      : [
          `${nameSpeakers(speakers)} met.`,
          ...topics.map((topic, at) => tellTopic(topic, at, topics.length)),
        ];
  const told = decisions.map((text) => text.replace(/[.!]+$/, '')).filter(saysItself);
  const shown = told.slice(0, MAX_DECISIONS).map(thirdPerson);
  if (shown.length > 0) sentences.push(`They decided: ${shown.join('; ')}.`);
  return sentences.join(' ');
}

function tellTopic({ phrases, speaker, also }: Topic, at: number, count: number): string {
  const when = at === 0 ? 'First they' : at === count - 1 ? 'At the end they' : 'Then they';
  const mostly = speaker === null ? '' : `, mostly ${speaker}`;
  const about = `${count === 1 ? 'They' : when} talked about ${listPhrases(phrases, 'en')}${mostly}.`;
  if (also === undefined) return about;
  const who = also.speaker === null ? '' : `${also.speaker}: `;
  return `${about} ${who}“${also.text.replace(/[.]+$/, '')}”.`;
}

/** `Merge it` and `Paper` mean nothing to a reader who was not there; who `I` is, the overview does not say. */
function saysItself(decision: string): boolean {
  return !SAYS_I_OR_YOU.test(decision) && wordsOf(decision).length > 1 && !POINTS.test(decision);
}

/** `We're staying with our supplier` becomes `they are staying with their supplier`. */
function thirdPerson(text: string): string {
  return text
    .replace(/\bwe're\b/gi, 'they are')
    .replace(/\bwe'll\b/gi, 'they will')
    .replace(/\bwe\b/gi, 'they')
    .replace(/\bourselves\b/gi, 'themselves')
    .replace(/\bour\b/gi, 'their')
    .replace(/\bus\b/g, 'them');
}

function nameSpeakers(speakers: readonly string[]): string {
  if (speakers.length === 0) return 'The participants';
  if (speakers.length <= MAX_NAMES) return listPhrases(speakers, 'en');
  return `${speakers.slice(0, MAX_NAMES - 1).join(', ')} and ${speakers.length - MAX_NAMES + 1} others`;
}
