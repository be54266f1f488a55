// What a sentence proposes, decides or requests, without the words that say so. English.
import file from '../words/words.json' with { type: 'json' };
import { withoutEndMarks } from './clean-speech.ts';
import { contentOf, wordsOf } from './content-words.ts';
import { type SpokenSentence, whatWasSaid } from './spoken-sentence.ts';
import { pattern, wordSet } from './pattern.ts';

export type SpeechAct = {
  readonly sentence: SpokenSentence;
  /** The sentence without opener and tail: `use the atlas` of `let's use the atlas then`. */
  readonly proposition: string;
  /** Content words and numbers of `proposition`. */
  readonly words: readonly string[];
  /** `We decided to …`, `That's settled.` */
  readonly saysDecided: boolean;
  /** True when something is proposed, decided, promised or given to the listener to do. */
  readonly binds: boolean;
};

const FILLERS = '(?:(?:that|to|we|should|just|then|all|now|also|maybe|please)\\s+)*';
const ASKS = opener(
  '^',
  '(?:\\p{L}+,? )?(?:can|could|shall|should|may) (?:we|i|they|it)(?: (?:not|just|maybe|also|please))*',
  'do (?:we|you(?: guys| all)?) (?:want|need) to|do we(?: just| still| even| also)?',
  'are we(?: still)?(?: going to| gonna)?',
  "(?:how|what) about(?: if)?(?: we)?|what if we|why don't we",
  '(?:would you be|are you) (?:okay|ok|happy|fine) with',
);
const PROPOSES = opener(
  '\\b',
  "let's|let us|lets|(?:i (?:think|guess) )?we (?:should|could)",
  "i(?: would|'d)?(?: rather)? (?:propose|suggest|recommend|vote|move|say|go)(?: for| with| that| is)?",
);
const GROUP = '(?:we|everyone|everybody|the (?:team|board|group|committee))';
const DECIDES =
  '(?:decided|agreed|resolved|voted|opted|chose|settled|signed off|approved|rejected|picked|committed)';
const DECIDED = opener(
  '\\b',
  `${GROUP}(?:'ve| have| has)?(?: (?:all|both|just|now|then|also|already|so))* ${DECIDES}(?: (?:to|that|on|for))?`,
  "(?:it's|it is|that's|that is) (?:now |all |been )?(?:decided|agreed|settled|approved)[,:;]?",
  '(?:decision|resolution)(?: is| here is|:)[,:]?(?: that| to)?',
);
/** `Green it is` */
const VERDICT = pattern('i')`
  ^(?<rest>.+?)(?<!\b(?:how|what|where|as|who|why|when|think|say|said|that|there|here|know|see|
  if|so|because)),? it is$`;
const COMMITS = /\b(?:i'll|i will|we'll|we will|i'm going to|i'm gonna|let me|will do|on it)\b/i;
/** `You two will …`, `you're going to …` */
export const DUTY_OF_LISTENER =
  /\byou(?:'ll|(?:'re| are)?(?: two| both| guys)?(?: are)? (?:will|going to|gonna|need to|have to|should|must))\b/i;
/** `Agreed with the city that the trees stay` does not begin with what was agreed. */
const NO_PROPOSITION = /^(?:not (?!to\b)|(?:with|at|in|upon|about|among)\b)/i;
const NUMBERS = wordSet(file.english.figures);
const FIGURE = /^(?:\d.*|\w+days?|\w+(?:teen|ty)(?:th)?|(?:twenty|thirty)-?\w*)$/;
const TAIL = pattern('i')`
  ,?\s+(?:(?<!\b(?:is|are|be|it's|that's|all|looks|sounds) )(?:right|okay|ok|agreed)|yes|no|then|
  instead|now)$`;
const REASON = /,?\s+(?:because|cause|since|so that|otherwise)\s.*$/i;

/** Content words and numbers; a decision is often about a date or a number. */
export function contentAndFigures(text: string): string[] {
  const words = wordsOf(text);
  const figures = words.filter((word) => NUMBERS.has(word) || FIGURE.test(word));
  return [...new Set([...contentOf(words), ...figures])];
}

export function readSpeechAct(sentence: SpokenSentence): SpeechAct {
  const text = tidy(sentence.text);
  const proposition = propositionIn(text, sentence.isQuestion);
  return {
    sentence,
    proposition,
    words: contentAndFigures(proposition),
    saysDecided: !sentence.isQuestion && DECIDED.test(text),
    binds:
      proposition !== text ||
      COMMITS.test(whatWasSaid(sentence)) ||
      DUTY_OF_LISTENER.test(sentence.text),
  };
}

function propositionIn(text: string, isQuestion: boolean): string {
  for (const words of [isQuestion || ASKS.test(text) ? ASKS : DECIDED, PROPOSES, VERDICT]) {
    const rest = tidy(words.exec(text)?.groups?.['rest'] ?? '');
    if (!NO_PROPOSITION.test(rest) && contentAndFigures(rest).length > 0) return rest;
  }
  return text;
}

function opener(start: string, ...openings: string[]): RegExp {
  return new RegExp(`${start}(?:${openings.join('|')})\\s+${FILLERS}(?<rest>.+)`, 'iu');
}

function tidy(text: string): string {
  return withoutEndMarks(text).replace(TAIL, '').replace(REASON, '').trim();
}
