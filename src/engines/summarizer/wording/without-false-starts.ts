// What somebody meant to say, of words said while thinking: for showing, not for finding. English.
import { capitalize } from '../text/clean-speech.ts';
import { isContentWord, wordsOf } from '../text/content-words.ts';

const FILLER = new RegExp(
  [
    ",? ?\\b(?:you know|i mean|i'd say|if you like|or whatever|or something(?: like that)?|and stuff(?: like that)?|",
    'and everything|or anything(?: like that)?|e+h+m*|basically|obviously|(?<=\\b(?:is|are|was|',
    'just|and|i|we|it|they) )(?:sort|kind) of|',
    '(?<!\\b(?:some|any|what|this|that|the|a|which|of|another) )(?:sort|kind) of(?= (?:a|the|',
    'like|in|on|to|just|more)\\b)|(?<=\\b(?:is|are|was|just|and|of) )like(?= (?:a|the|this|that|',
    'in|on)\\b))',
    '(?: ?,)?(?=$|[ .,])',
  ].join(''),
  'giu',
);
/** `You wanna You wanna say`: a capital letter inside a sentence opens another. */
const RESTART = new RegExp(
  [
    '(?<=[\\p{Ll},.] )(?=(?:The|It|You|We|But|And|So|If|What|That|This|There|Well|Because|They|He|She|In|When|',
    'How|Or|Is|Are|Do|Does|Yeah|Okay|Oh|No|Yes|Let|For|Then|Now|Not|Like|Why|Who|Maybe|My|Our|',
    'Just|After|Before|Once|Each|Every|Any|All|Some|At|On|By|With)\\b)',
  ].join(''),
  'u',
);
const OPENING = new RegExp(
  [
    '^(?:(?:and|but|so|or|because|cuz|well|yeah|yes|no(?=,)|okay|ok|oh|then|now|also|like|mm|',
    'right|sure|i mean|you know|anyway|actually|again|once again|just|the (?:thing|point|fact|',
    'truth|bottom line|whole idea) is,?(?: that)?),? )+',
  ].join(''),
  'i',
);
const ENDING = new RegExp(
  [
    '[\\s,]+(?:and|but|so|or|because|cuz|though|anyway|you know|i think|i guess|i suppose|right|',
    'yeah|okay|then|as well)[.]?$',
  ].join(''),
  'i',
);
/** The comma of a filler that was taken out. */
const LOOSE_COMMA = new RegExp(
  [
    '(?<=\\b(?:to|the|an?|of|for|with|by|very|our|my|your|is|are|was|were|have|has|had|can|will|',
    'would|could|should|and|or|that|which|i|we|they|use|used|tried|want|need)),(?= )',
  ].join(''),
  'gi',
);
const LETTER_NAMES =
  /^(?:plan|option|group|team|room|hall|gate|bay|block|version|point|section|vitamin)$/;
/** Without a vowel and yet no word that broke off. */
const NO_VOWEL = new RegExp(
  [
    '^(?:tv|tvs|pc|pcs|cd|cds|dvd|mr|mrs|ms|dr|st|vs|km|kg|mm|cm|hr|by|my|why|try|dry|fly|sky|',
    'cry|shy|led|ok|th|pm|am)$',
  ].join(''),
  '',
);
const ARTICLE = /^(?:an?|the|my|our|your)$/;
/** `a although`: the thing that was to come never came. */
const BEFORE_AN = /^(?!one|once|eu|ewe)[aeio]\p{L}/u;
const SUBJECT = /^(?:i|we|he|she|they)$/;
const AGAIN = /^(?:i|we|you|he|she|they|it|there|i'm|we're|you're|they're|it's|there's|that's)$/;
const HALF = /^(?:it's|that's|i'm|we're|they're|there's|you're)$/;
/** With these between them two things are told, not one twice. */
const JOINS = /^(?:and|or|but|not|nor|than|to|then)$/;
const MAX_RESTART_WORDS = 6;
const MAX_ROUNDS = 4;

/** Broken-off words, half sentences that are started again and words that fill time are taken out. */
export function withoutFalseStarts(spoken: string): string {
  let text = longestStart(
    spoken
      .replace(/\bO K\b/g, 'OK')
      .replace(/@/g, ' ')
      .replace(FILLER, ''),
  );
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutRestarts(withoutBroken(text.split(/\s+/)))
      .join(' ')
      .replace(OPENING, '')
      .replace(ENDING, '');
    if (next === text) break;
    text = next;
  }
  return capitalize(
    text
      .replace(LOOSE_COMMA, '')
      .replace(/\s+([,.?!])/g, '$1')
      .replace(/^[\s,.]+|[\s,]+$/g, ''),
  );
}

function longestStart(text: string): string {
  return text
    .split(RESTART)
    .reduce((best, part) => (part.length > best.length ? part : best), '')
    .trim();
}

function withoutBroken(tokens: readonly string[]): string[] {
  const bare = tokens.map(bareOf);
  return tokens.filter((token, at) => {
    const word = bare[at] ?? '';
    const next = bare[at + 1] ?? '';
    if (word === '') return false;
    if (ARTICLE.test(word) && ARTICLE.test(next)) return false;
    if (next.startsWith(`${word}'`) || (word === 'a' && BEFORE_AN.test(next))) return false;
    if (SUBJECT.test(word) && AGAIN.test(next)) return false;
    if (HALF.test(word) && AGAIN.test(next) && !(word === "that's" && next === 'it')) return false;
    return !isBroken(token, word, next, bare[at + 2] ?? '', bare[at - 1] ?? '');
  });
}

function isBroken(
  token: string,
  word: string,
  next: string,
  afterNext: string,
  before: string,
): boolean {
  if (/^\d/.test(word) || word === 'a' || word === 'i' || LETTER_NAMES.test(before)) return false;
  if (word.length === 1) return next.length > 1 && (token === word || next.startsWith(word));
  if (/^(\p{L}{1,3})-\1$/u.test(word)) return true;
  if (/^[bcdfghjklmnpqrstvwxz]{2,3}$/.test(token) && !NO_VOWEL.test(word) && next !== '')
    return true;
  if (word === 'th') return true;
  if (!isContentWord(word) || next === '') return false;
  const begins = (whole: string): boolean =>
    whole.length > word.length &&
    whole.startsWith(word) &&
    !/^(?:'s|s|es)$/.test(whole.slice(word.length));
  return begins(next) || (word.length < 5 && begins(afterNext));
}

/** Two words that come again soon: the sentence starts again there. */
function withoutRestarts(tokens: readonly string[]): string[] {
  const bare = tokens.map(bareOf);
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const again = restartOf(bare, at);
    if (again > 0) at = again - 1;
    else kept.push(tokens[at] ?? '');
  }
  return kept;
}

function restartOf(bare: readonly string[], at: number): number {
  const [word = '', next = ''] = [bare[at], bare[at + 1]];
  if (word !== '' && word === next && word !== 'that' && word !== 'had' && !/^\d/.test(word))
    return at + 1;
  if (isContentWord(word) || next === '') return -1;
  if (SUBJECT.test(word) && SUBJECT.test(bare[at + 2] ?? '') && next === bare[at + 3])
    return at + 2;
  for (let later = at + 2; later <= at + MAX_RESTART_WORDS; later += 1)
    if (
      bare[later] === word &&
      bare[later + 1] === next &&
      !bare.slice(at, later).some((one) => JOINS.test(one))
    )
      return later;
  return -1;
}

function bareOf(token: string): string {
  return token.includes('-') ? token.toLowerCase() : wordsOf(token).join('') || '';
}
