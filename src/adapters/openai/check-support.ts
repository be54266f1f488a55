import type { TranscriptReader } from '../../core/ports.ts';

const MIN_SHARE = 0.6;
const TALKS_TO_MACHINE = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|above|previous)\b/i,
  /\byou are (?:now )?(?:an?|the) (?:ai|assistant|language model|bot|summari[sz]er)\b/i,
  /\b(?:add|put|list|write|include|report)\b.{0,40}\b(?:in|to|into) the (?:summary|minutes|json)\b/i,
  /\b(?:add|put|list|write|include|report)\b.{0,40}\b(?:in|to|into) the (?:action items|decisions)\b/i,
  /\b(?:system prompt|as an ai|list (?:a|the|this as a) decision|summari[sz]e this as)\b/i,
];
const NEGATION = new RegExp(
  `\\b(?:${[
    'not|no|never|none|nobody|nothing|without|cannot|neither|nor|against|dont|wont|cant',
    "(?:wo|ca|do|does|did|is|are|was|have|has|should|would|could)n't",
    'postpone[sd]?|rejected?|cancell?ed|refused?|stop(?:s|ped)?|drop(?:s|ped)?|remove[sd]?',
  ].join('|')})\\b`,
  'i',
);

/** True for speech that gives orders to whoever writes the summary: nothing may rest on it. */
export function talksToMachine(text: string): boolean {
  return TALKS_TO_MACHINE.some((pattern) => pattern.test(text));
}

/**
 * True when the words of an item are those of the segments it names: every number, every name, and
 * three in five of the words that carry a subject; and when it denies nothing that they do not
 * deny. `names` may be used freely: the people of the meeting.
 */
export function isSupported(
  text: string,
  spoken: readonly string[],
  language: string | null,
  names: readonly string[],
  { contentWords, wordsOf }: Pick<TranscriptReader, 'contentWords' | 'wordsOf'>,
): boolean {
  const said = spoken.filter((words) => !talksToMachine(words)).join(' ');
  const held = new Set(contentWords(said, language));
  const saidWords = new Set(wordsOf(said));
  const free = new Set(names.flatMap(wordsOf));
  const words = contentWords(text, language).filter(
    (word) => !free.has(word) && !/^\d+$/.test(word),
  );
  if (wordsOf(text).length === 0 || saidWords.size === 0) return false;
  if (
    !figuresOf(wordsOf(text)).every(
      (figure) => saidWords.has(figure) || saysInWords(wordsOf(said), figure),
    )
  )
    return false;
  if (
    namesIn(text)
      .flatMap(wordsOf)
      .some((name) => !free.has(name) && !saidWords.has(name))
  )
    return false;
  if (NEGATION.test(text) && !NEGATION.test(said)) return false;
  if (words.length === 0) return wordsOf(text).some((word) => saidWords.has(word));
  return words.filter((word) => held.has(word)).length >= words.length * MIN_SHARE;
}

function figuresOf(words: readonly string[]): string[] {
  return words.filter((word) => /\d/.test(word));
}

/** `49` stands for `forty nine`. */
function saysInWords(said: readonly string[], figure: string): boolean {
  const spelled = /^\d{1,7}$/.test(figure) ? spellNumber(Number(figure)) : null;
  return (
    spelled !== null &&
    ` ${said.filter((word) => word !== 'and').join(' ')} `.includes(` ${spelled} `)
  );
}

/** Words with a capital letter inside a sentence. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/(?<=[\p{Ll}\p{N},;] )\p{Lu}[\p{L}\p{N}'-]+/gu)].map((match) =>
    match[0].replace(/'s$/, ''),
  );
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'
    .concat(' sixteen seventeen eighteen nineteen')
    .split(' ');
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/**
 * A whole number below ten million as English speech says it, without `and` or hyphens: 112 is `one
 * hundred twelve`.
 */
export function spellNumber(number: number): string {
  const parts = [
    [Math.floor(number / 1_000_000), 'million'],
    [Math.floor(number / 1000) % 1000, 'thousand'],
    [number % 1000, ''],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${belowThousand(count)} ${unit}`.trim());
  return words.length === 0 ? 'zero' : words.join(' ');
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const head = hundreds === 0 ? [] : [SMALL[hundreds], 'hundred'];
  if (rest === 0) return head.join(' ');
  if (rest < 20) return [...head, SMALL[rest]].join(' ');
  return [
    ...head,
    TENS[Math.floor(rest / 10)],
    ...(rest % 10 === 0 ? [] : [SMALL[rest % 10]]),
  ].join(' ');
}
