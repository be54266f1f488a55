import { contentWords, overlap } from '../text/content-words.ts';
import type { TurnReading } from '../model/read-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import { thingsNamed } from '../text/named-things.ts';

interface Matter {
  readonly text: string;
  readonly segmentRefs: readonly string[];
}

const LEAST_SHARE = 0.4;
const LONGEST_WORDS = 14;
const MOST_SENTENCES = 3;
const MOST_THINGS = 1;
/** A pronoun beside so few words does not say what is meant. */
const FEW_WORDS = 2;
const POINTS = /(?<!-)\b(?:it|that|this|him|her|them|'em|they|one|ones|those|these|there|so)\b/i;

/** What a wording is about by the turns model's judgement, for brackets; null where it says it itself. */
export function matterRead(
  acts: readonly SpeechAct[],
  at: number,
  reading: TurnReading | null | undefined,
  wording: string,
): Matter | null {
  if (reading === null || reading === undefined) return null;
  const own = contentWords(wording);
  const [likeliest] = reading.matters;
  const pronoun = POINTS.test(wording);
  // "Write a letter to the parents" says it itself.
  if (!pronoun && own.length > 1) return null;
  const points = pronoun && own.length <= FEW_WORDS;
  if (!points && (likeliest === undefined || likeliest.at === at || likeliest.share < LEAST_SHARE))
    return null;
  const told = reading.matters
    .flatMap((matter) => (matter.at === at ? [] : (acts[matter.at] ?? [])))
    .filter((act) => act.words.length > 0 && overlap(contentWords(act.matter), own) < 1);
  return thingsIn(told.slice(0, points ? MOST_SENTENCES : 1), own) ?? wordsOfOne(told[0]);
}

function thingsIn(told: readonly SpeechAct[], own: readonly string[]): Matter | null {
  const held = new Set(own);
  const things: { thing: string; refs: readonly string[] }[] = [];
  for (const { sentence } of told) {
    for (const thing of thingsNamed(sentence.text)) {
      const words = contentWords(thing);
      if (words.some((word) => !held.has(word))) things.push({ thing, refs: sentence.segmentRefs });
      for (const word of words) held.add(word);
    }
  }
  const shown = things.slice(0, MOST_THINGS);
  return shown.length === 0
    ? null
    : {
        text: shown.map(({ thing }) => thing).join(', '),
        segmentRefs: shown.flatMap(({ refs }) => refs),
      };
}

function wordsOfOne(act: SpeechAct | undefined): Matter | null {
  if (act === undefined) return null;
  const words = act.matter.replace(/[()]/g, '').split(' ').slice(0, LONGEST_WORDS).join(' ');
  const text = words
    .replace(/[\s,.;:!?]+$/, '')
    .replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return contentWords(text).length === 0 ? null : { text, segmentRefs: act.sentence.segmentRefs };
}
