import { capitalize } from '../text/clean-speech.ts';
import { wordsOf } from '../text/content-words.ts';
import { primarySubtag } from '../text/function-words.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import { type KeyPhrase, listPhrases, wordForAnd } from './key-phrases.ts';

const MAX_LINKED = 10;
const MAX_TITLE_WORDS = 6;
/** A title says what of what where that is said; the second thing counts less. */
const SECOND = 0.5;
const NEARLY = 0.7;

export type TopicTitle = { readonly text: string; readonly phrases: readonly KeyPhrase[] };

/** `Shape of the remote control` where it is said so, else the phrase of most words, else two things. */
export function nameTopic(
  chosen: readonly KeyPhrase[],
  ranked: readonly KeyPhrase[],
  block: readonly SpokenSentence[],
  language: string | null,
): TopicTitle | null {
  const [first, second] = chosen;
  if (first === undefined) return null;
  const linked =
    primarySubtag(language) === 'en' ? bestLink(chosen, ranked.slice(0, MAX_LINKED), block) : null;
  if (linked !== null) return linked;
  const longer = chosen.find(
    ({ folded, score }) => folded.length > 1 && score >= first.score * NEARLY,
  );
  if (longer !== undefined) return { text: capitalize(longer.text), phrases: [longer] };
  if (second === undefined) return { text: capitalize(first.text), phrases: [first] };
  const both = listPhrases([first.text, second.text], wordForAnd(language));
  return { text: capitalize(both), phrases: [first, second] };
}

/** The best pair that somebody said as one thing: `the price of the remote`. */
function bestLink(
  heads: readonly KeyPhrase[],
  tails: readonly KeyPhrase[],
  block: readonly SpokenSentence[],
): TopicTitle | null {
  let best: { title: TopicTitle; score: number } | null = null;
  const byText = new Map([...heads, ...tails].map((one) => [one.text.toLowerCase(), one]));
  const names = [...byText.keys()].join('|');
  const link = new RegExp(
    `(?<![\\p{L}\\p{N}'-])(${names}) (of|for|in|on|about|with|from|between) ` +
      `((?:the|a|an|our|your|this|that|these) )?(${names})(?![\\p{L}\\p{N}'-])`,
    'giu',
  );
  for (const { text } of block) {
    for (const [, head = '', preposition = '', article = '', tail = ''] of text.matchAll(link)) {
      const one = byText.get(head.toLowerCase());
      const other = byText.get(tail.toLowerCase());
      if (one === undefined || other === undefined || one === other || !heads.includes(one))
        continue;
      const score = one.score + other.score * SECOND;
      const the = article === '' ? '' : /^an? $/i.test(article) ? article.toLowerCase() : 'the ';
      const said = capitalize(`${one.text} ${preposition.toLowerCase()} ${the}${other.text}`);
      if (wordsOf(said).length > MAX_TITLE_WORDS || score <= (best?.score ?? 0)) continue;
      best = { title: { text: said, phrases: [one, other] }, score };
    }
  }
  return best !== null && best.score >= (heads[0]?.score ?? 0) ? best.title : null;
}
