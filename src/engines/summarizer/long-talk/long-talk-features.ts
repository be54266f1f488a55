// Evidence for showing a sentence of a long talk, in addition to the network's state. English.
import type { TurnReading } from '../model/read-turns.ts';
import { when } from '../model/weight-of.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';
import type { LongTalkTable } from '../weights/weights.ts';
import { pattern } from '../text/pattern.ts';

/** What a sentence may be shown as. */
export type LongTalkKind = 'decisions' | 'tasks' | 'keyPoints';

export type LongTalkFeature = keyof LongTalkTable['weights'];

/** Shares of the meeting's sentences that come before this one. */
const POSITIONS = [0.1, 0.5, 0.75, 0.85, 0.9, 0.95, 0.98] as const;
const AT_THE_END = 0.85;
const LENGTHS = [4, 7, 10, 15, 20, 30] as const;
const DUTY =
  /\b(?:will|going to|gonna|needs? to|ha(?:s|ve) to|gotta|should|must|supposed to)\b|'ll\b/i;
const OF_SPEAKER = /\bi(?:'m|'ll| will| am| need| have| should)\b/i;
const OF_LISTENER = /\byou(?:'re|'ll| two| both| guys| will| are| need| have| should)\b/i;
const OF_GROUP = /\bwe(?:'re|'ll| will| are| need| have| should)\b/i;
const CHAIRS = pattern('i')`
  \b(?:let's|agenda|next (?:item|thing|up)|move on|minutes|wrap|anything else|any questions|
  our meeting|this meeting)\b`;

export type LongTalk = {
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  readonly told: readonly (string | null)[];
  /** Parts of the display names of all participants, in lower case. */
  readonly names: ReadonlySet<string>;
};

/** The features of every sentence. */
export function longTalkFeatures({
  sentences,
  acts,
  names,
}: Omit<LongTalk, 'told'>): LongTalkFeature[][] {
  const chair = chairOf(sentences);
  return sentences.map((sentence, at): LongTalkFeature[] => {
    const place = at / sentences.length;
    const isAtTheEnd = place > AT_THE_END;
    const isChair = sentence.speakerRef === chair;
    return [
      'always',
      ...POSITIONS.filter((bound) => place >= bound).map((bound) => `after ${bound}` as const),
      ...LENGTHS.filter((bound) => sentence.words.length >= bound).map(
        (bound) => `words ${bound}` as const,
      ),
      ...featuresOfWords(sentence, names, isAtTheEnd),
      ...when(isChair, 'chair'),
      ...when(isChair && isAtTheEnd, 'chair, at the end'),
      ...when(acts[at]?.saysDecided === true, 'says it is decided'),
    ];
  });
}

function featuresOfWords(
  { text, words, isQuestion }: SpokenSentence,
  names: ReadonlySet<string>,
  isAtTheEnd: boolean,
): LongTalkFeature[] {
  const namesOne = words.some((word) => names.has(word));
  const isDuty = DUTY.test(text);
  const duties = (
    [
      ['speaker', OF_SPEAKER],
      ['listener', OF_LISTENER],
      ['group', OF_GROUP],
    ] as const
  ).filter(([, pattern]) => isDuty && pattern.test(text));
  return [
    ...when(isQuestion, 'question'),
    ...when(namesOne, 'names a participant'),
    ...when(namesOne && isDuty, 'duty of a participant'),
    ...duties.map(([who]) => `duty of ${who}` as const),
    ...duties.filter(() => isAtTheEnd).map(([who]) => `duty of ${who}, at the end` as const),
  ];
}

/** The speaker who chairs the meeting, judging by what they say. */
function chairOf(sentences: readonly SpokenSentence[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { speakerRef, text } of sentences)
    if (CHAIRS.test(text)) counts.set(speakerRef, (counts.get(speakerRef) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
