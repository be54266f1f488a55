// What somebody said, told by somebody else: `I think we should` is `Anna thinks they should`. English.
import { wordsOf } from '../text/content-words.ts';
import { functionWords } from '../text/function-words.ts';
import { isPlainVerb } from '../text/plain-verbs.ts';
import type { SpokenSentence } from '../text/spoken-sentence.ts';

const FIRST_PERSON = new RegExp(
  [
    "\\b(?:i|i'm|i'll|i've|i'd|me|my|mine|myself|you|you're|you'll|you've|you'd|your|yours|let's|",
    'let|us)\\b',
  ].join(''),
  'i',
);
const VERB_S = new RegExp(
  [
    '^I (?:really |also |just |still |actually )?(think|believe|want|need|like|prefer|suggest|',
    'propose|hope|agree|recommend|suppose|expect|know|feel)\\b',
  ].join(''),
  '',
);
const SAME = new RegExp(
  [
    '^I (?=(?:(?:really|also|just|still|actually) )?(?:can|could|would|will|should|might|must|',
    'was|had|did|found|got|made|saw|took|put|used|thought|wrote|sent|told|asked|said|went|',
    '\\p{L}{3,}ed)\\b)',
  ].join(''),
  'u',
);
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^I'm\b/, 'is'],
  [/^I've\b/, 'has'],
  [/^I have\b/, 'has'],
  [/^I'll\b/, 'will'],
  [/^I'd\b/, 'would'],
  [/^I don't\b/, "doesn't"],
];
const BARE_GUESS = /^I (?:think|guess|suppose|mean|believe|would say)(?: that)?,? (?=\p{L}+ )/iu;
const NO_SUBJECT = new RegExp(
  [
    '^(?:looks?|sounds?|seems?|is|are|was|were|has|have|had|can|could|would|will|should|might|',
    'must|do|does|did|got|gonna|uses?|used|works?|ask|call|check|look|move|open|print|press|push|',
    "turn|start|run|set|show|write|add|change|try|go|going|\\p{L}+ing|\\p{L}+n't|except)$",
  ].join(''),
  'u',
);
const NAMES_TIME = new RegExp(
  [
    "day$|^(?:i|i'm|january|february|march|april|may|june|july|august|september|october|november|",
    'december)$',
  ].join(''),
  '',
);

/** Null for what cannot be told in the third person. */
export function reportSpeech(
  told: string,
  speaker: string,
  sentences: readonly SpokenSentence[],
): string | null {
  const text = told.replace(/[.!]+$/, '').replace(BARE_GUESS, '');
  const [first = ''] = wordsOf(text);
  if (isPlainVerb(first) || NO_SUBJECT.test(first)) return null;
  if (!FIRST_PERSON.test(text))
    return `${speaker} said that ${thirdPerson(lowerFirst(withoutCapital(text, sentences)))}.`;
  const turned = ofSpeaker(text, speaker);
  return turned === null || FIRST_PERSON.test(turned.slice(speaker.length))
    ? null
    : `${thirdPerson(turned)}.`;
}

function ofSpeaker(text: string, speaker: string): string | null {
  for (const [said, verb] of SHORT)
    if (said.test(text)) return text.replace(said, () => `${speaker} ${verb}`);
  const verb = VERB_S.exec(text)?.[1];
  if (verb !== undefined) return text.replace(VERB_S, () => `${speaker} ${verb}s`);
  return SAME.test(text) ? text.replace(SAME, () => `${speaker} `) : null;
}

/** `We're staying with our supplier` is `They are staying with their supplier`. */
export function thirdPerson(text: string): string {
  return text
    .replace(/\bwe're\b/gi, 'they are')
    .replace(/\bwe'll\b/gi, 'they will')
    .replace(/\bwe've\b/gi, 'they have')
    .replace(/\bwe'd\b/gi, 'they would')
    .replace(/\bwe\b/gi, 'they')
    .replace(/\bours\b/gi, 'theirs')
    .replace(/\bour\b/gi, 'their')
    .replace(/\bus\b/g, 'them');
}

/** A capital letter stays where the word is a name or an abbreviation. */
export function lowerFirst(text: string): string {
  const [first = ''] = wordsOf(text);
  return functionWords('en').has(first) && !NAMES_TIME.test(first)
    ? text[0]?.toLowerCase() + text.slice(1)
    : text;
}

/** The first letter small where the meeting says the word so. */
export function withoutCapital(text: string, sentences: readonly SpokenSentence[]): string {
  const first = /^\p{Lu}\p{Ll}+(?=$|[\s,.])/u.exec(text)?.[0];
  if (first === undefined) return text;
  const small = first.toLowerCase();
  const saysSmall = new RegExp(`(?<![\\p{L}\\p{N}'-])${small}(?![\\p{L}\\p{N}'-])`, 'u');
  return sentences.some(
    (sentence) => sentence.words.includes(small) && saysSmall.test(sentence.text),
  )
    ? small + text.slice(first.length)
    : text;
}
