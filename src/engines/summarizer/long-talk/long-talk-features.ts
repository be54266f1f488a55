// What speaks for a decision or a task in a long talk of people who think aloud. English.
import type { Doer, TurnReading } from '../model/read-turns.ts';
import type { SpeechAct } from '../text/speech-acts.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

export type ItemKind = 'decisions' | 'tasks';

/** One weight each in `weights/long-decisions.json` and `weights/long-tasks.json`. */
export type LongTalkFeature =
  | 'always'
  | `likelihood ${Step}`
  | `of the other kind ${Step}`
  | `settles ${Step}`
  | `settled after ${Step}`
  | `likeliest near ${Step}`
  | `mean of the meeting ${MeanStep}`
  | `after ${Position}`
  | `words ${Length}`
  | `done by ${Doer}`
  | `says ${Cue}`
  | 'question'
  | 'chair'
  | 'chair, at the end'
  | 'names a participant'
  | 'duty of a participant'
  | `duty of ${'speaker' | 'listener' | 'group'}`
  | `duty of ${'speaker' | 'listener' | 'group'}, at the end`
  | 'says it is decided';

type Step = (typeof STEPS)[number];
type MeanStep = (typeof MEAN_STEPS)[number];
type Position = (typeof POSITIONS)[number];
type Length = (typeof LENGTHS)[number];
type Cue = (typeof CUES)[number];

/** Log odds; a feature holds from its step on. */
const STEPS = [-7, -6, -5, -4, -3, -2, -1, 0, 1, 2] as const;
const MEAN_STEPS = [-7, -6.5, -6, -5.5, -5] as const;
/** Share of the meeting's sentences before this one. */
const POSITIONS = [0.1, 0.5, 0.75, 0.85, 0.9, 0.95, 0.98] as const;
const AT_THE_END = 0.85;
const LENGTHS = [4, 7, 10, 15, 20, 30] as const;
/** Function words and words of meetings only: the subject of the training meetings must not be learned. */
const CUES = [
  'we should',
  'i think',
  'going to',
  'gonna',
  'go with',
  'stick',
  'keep',
  'use',
  'idea',
  'definitely',
  'fine',
  'agree',
  'decided',
  'settled',
  'need',
  "don't",
  'just',
  'no',
  'maybe',
  'if',
  'because',
  'work',
  'work on',
  'together',
  'look',
  'meeting',
  'next',
  'week',
  'send',
  'write',
  'prepare',
  'talk',
  'instructions',
  'finish',
  'report',
  'probably',
  "let's",
  'have',
  'having',
  'can',
  'could',
  'would',
  'also',
  'one',
  'only',
  'now',
  'up',
  'like',
  'want',
  'make',
  'sure',
  'so we',
  'what',
  'how',
  'you know',
  'i mean',
  'them',
  'will',
  'get',
  'see',
  'by',
  'for',
  'to',
  'and',
  'but',
  'or',
  'which',
  'there',
  'we can',
  "we're",
  'good',
  'okay',
  'then',
  'it',
  'that',
  'this',
  'the',
  'a',
  'everyone',
  'who',
  'when',
  'before',
  'after',
] as const;
const PATTERNS = CUES.map((cue) => [cue, new RegExp(`\\b${cue}\\b`, 'i')] as const);
const DUTY =
  /\b(?:will|going to|gonna|needs? to|ha(?:s|ve) to|gotta|should|must|supposed to)\b|'ll\b/i;
const OF_SPEAKER = /\bi(?:'m|'ll| will| am| need| have| should)\b/i;
const OF_LISTENER = /\byou(?:'re|'ll| two| both| guys| will| are| need| have| should)\b/i;
const OF_GROUP = /\bwe(?:'re|'ll| will| are| need| have| should)\b/i;
const CHAIRS = new RegExp(
  [
    "\\b(?:let's|agenda|next (?:item|thing|up)|move on|minutes|wrap|anything else|any questions|",
    'our meeting|this meeting)\\b',
  ].join(''),
  'i',
);
const NEAR_SENTENCES = 5;
const SETTLED_WITHIN = 6;
const MIN_LIKELIHOOD = 1e-6;

export type LongTalk = {
  readonly sentences: readonly SpokenSentence[];
  readonly acts: readonly SpeechAct[];
  readonly readings: readonly (TurnReading | null)[];
  /** Parts of the display names of all participants, in lower case. */
  readonly names: ReadonlySet<string>;
};

/** The features of every sentence. */
export function longTalkFeatures(talk: LongTalk, kind: ItemKind): LongTalkFeature[][] {
  const { sentences, readings } = talk;
  const own = readings.map((one) => oddsOf(kind === 'tasks' ? one?.tasks : one?.decides));
  const other = readings.map((one) => oddsOf(kind === 'tasks' ? one?.decides : one?.tasks));
  const settles = readings.map((one) => oddsOf(one?.settles));
  const mean = oddsOf(
    readings.reduce((sum, one) => sum + ((kind === 'tasks' ? one?.tasks : one?.decides) ?? 0), 0) /
      Math.max(1, readings.length),
  );
  const chair = chairOf(sentences);
  return sentences.map((sentence, at): LongTalkFeature[] => {
    const near = [
      ...own.slice(Math.max(0, at - NEAR_SENTENCES), at),
      ...next(own, at, NEAR_SENTENCES),
    ];
    const upTo = <Name extends string, Bound extends number>(
      bounds: readonly Bound[],
      name: Name,
      value: number,
    ): `${Name} ${Bound}`[] =>
      bounds.filter((bound) => value >= bound).map((bound) => `${name} ${bound}` as const);
    return [
      'always',
      ...upTo(STEPS, 'likelihood', own[at] ?? 0),
      ...upTo(STEPS, 'of the other kind', other[at] ?? 0),
      ...upTo(STEPS, 'settles', settles[at] ?? 0),
      ...upTo(STEPS, 'settled after', Math.max(...next(settles, at, SETTLED_WITHIN))),
      ...upTo(STEPS, 'likeliest near', Math.max(...near)),
      ...upTo(MEAN_STEPS, 'mean of the meeting', mean),
      ...upTo(POSITIONS, 'after', at / sentences.length),
      ...upTo(LENGTHS, 'words', sentence.words.length),
      ...doerOf(readings[at] ?? null),
      ...featuresOfWords(sentence, talk.names, at / sentences.length > AT_THE_END),
      ...when(sentence.speakerRef === chair, 'chair'),
      ...when(
        sentence.speakerRef === chair && at / sentences.length > AT_THE_END,
        'chair, at the end',
      ),
      ...when(talk.acts[at]?.saysDecided === true, 'says it is decided'),
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
    ...PATTERNS.filter(([, pattern]) => pattern.test(text)).map(([cue]) => `says ${cue}` as const),
    ...when(isQuestion, 'question'),
    ...when(namesOne, 'names a participant'),
    ...when(namesOne && isDuty, 'duty of a participant'),
    ...duties.map(([who]) => `duty of ${who}` as const),
    ...duties.filter(() => isAtTheEnd).map(([who]) => `duty of ${who}, at the end` as const),
  ];
}

/** Who leads through the meeting, by what they say. */
function chairOf(sentences: readonly SpokenSentence[]): string | null {
  const counts = new Map<string | null, number>();
  for (const { speakerRef, text } of sentences)
    if (CHAIRS.test(text)) counts.set(speakerRef, (counts.get(speakerRef) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function doerOf(reading: TurnReading | null): LongTalkFeature[] {
  const ranked = Object.entries(reading?.doers ?? {}).toSorted((a, b) => b[1] - a[1]);
  const doer = ranked[0]?.[0] as Doer | undefined;
  return doer === undefined ? [] : [`done by ${doer}`];
}

function next(values: readonly number[], at: number, count: number): number[] {
  return values.slice(at + 1, at + 1 + count);
}

function oddsOf(likelihood = 0): number {
  return Math.log(Math.max(likelihood, MIN_LIKELIHOOD) / Math.max(1 - likelihood, MIN_LIKELIHOOD));
}

function when(holds: boolean, feature: LongTalkFeature): LongTalkFeature[] {
  return holds ? [feature] : [];
}
