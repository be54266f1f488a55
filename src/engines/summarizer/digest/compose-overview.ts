import { wordsOf } from '../text/content-words.ts';
import { isEnglish, listWords } from '../text/function-words.ts';
import type { DescribedTopic } from './describe-topics.ts';
import { listPhrases } from './key-phrases.ts';

const MAX_TOPICS = 5;
const MAX_DECISIONS = 4;
const MAX_NAMES = 4;

type Topic = Pick<DescribedTopic, 'phrases' | 'speaker' | 'also'>;

/**
 * A few plain sentences in the third person; empty when there are no topics. `speakers`: display names of those who
 * spoke, most words first; `decisions` without `I`.
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
  if (topics.length === 0) return '';
  const [only = ''] = speakers;
  const sentences =
    speakers.length === 1
      ? [`${only} talked about ${listPhrases([...new Set(all)], language)}.`]
      : [
          `${nameSpeakers(speakers)} met.`,
          ...topics.map((topic, at) => tellTopic(topic, at, topics.length)),
        ];
  // `Paper` means nothing to a reader who was not there.
  const told = decisions.filter((text) => wordsOf(text).length > 1);
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

/** `We're staying with our supplier` becomes `they're staying with their supplier`. */
function thirdPerson(text: string): string {
  return text
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
