// Which words of a meeting name things, judged by how they are used there.
import { isUnspaced } from './content-words.ts';
import { functionWords, primarySubtag } from './function-words.ts';
import { isPlainVerb } from './plain-verbs.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { pattern, wordSet } from './pattern.ts';

/** Which words name things: found after articles or prepositions more often than after pronouns or `to`. */
export type WordKinds = {
  readonly thing: ReadonlyMap<string, number>;
  readonly deed: ReadonlyMap<string, number>;
  /** Words that always have a capital letter inside a sentence. */
  readonly names: ReadonlySet<string>;
  /** True for a word that is part of no phrase. */
  readonly isStop: (word: string) => boolean;
};

const DESCRIBES_ONLY = pattern('')`
  ^(?:long|short|high|low|nice|easy|hard|free|full|late|whole|clear|safe|cheap|expensive|real|
  main|god|bless|lord|hell|shit|damn|haha|ha|yay|dear|mate|guys|folks|funny|beautiful|lovely|
  huge|tiny|wrong|true|safer|better|cheaper|bigger|smaller|older|nicer|lighter|earlier|open|
  closed|optional|electric|nearer|ready|dark|quiet|loud|slow|busy|sick|experience|opinion|view|
  mrs?|miss|ms|dr|prof|sir|madam|ma'am)$`;
const PAST = pattern('')`
  ^(?:fell|ran|came|went|got|told|said|made|took|gave|broke|sent|left|lost|won|built|bought|
  kept|saw|found|wrote|stood|brought|(?!(?:bed|shed|seed|feed|speed|red|need|breed|weed|seabed|
  embed)$)\w{2,}ed)$`;
const BEFORE_THING = wordSet(`
  the a an our your my their his her its this these those some any no every each of in on for
  with about from into between per new`);
const BEFORE_DEED = wordSet(`
  to i we you they he she who i'll we'll you'll they'll he'll she'll will can could should would
  must might may don't didn't doesn't won't can't let's not just also please`);
/** Words that name no thing but count as content elsewhere, so they are not in the list of function words. */
const NO_THING = wordSet(`
  whether except around daily anyhow somewhere anywhere nowhere wherever whenever unlike besides
  instead cover covers move moves pay pays paid alone final pounds pound quid grand bucks euro
  dollar cent cents pence seconds per degrees front`);
/** Counts, over the whole meeting, how each word is used. */
export function learnWordKinds(
  sentences: readonly SpokenSentence[],
  language: string | null,
): WordKinds {
  const isStop = stopWords(language);
  const thing = new Map<string, number>();
  const deed = new Map<string, number>();
  for (const sentence of sentences) {
    let before = '';
    let head = '';
    for (const word of [...sentence.words, '']) {
      if (word === '' || isStop(word)) {
        if (head !== '') thing.set(head, (thing.get(head) ?? 0) + 1);
        head = '';
      } else if (head !== '') head = word;
      else if (BEFORE_THING.has(before)) {
        thing.set(word, (thing.get(word) ?? 0) + 0.5);
        head = word;
      } else if (BEFORE_DEED.has(before)) deed.set(word, (deed.get(word) ?? 0) + 1);
      before = word;
    }
  }
  return { thing, deed, names: namesIn(sentences), isStop };
}

/** Words that are part of no phrase; each is looked up once. */
function stopWords(language: string | null): (word: string) => boolean {
  const stop = functionWords(language);
  if (primarySubtag(language) !== 'en') return (word) => stop.has(word);
  const judged = new Map<string, boolean>();
  return (word) => {
    let isStop = judged.get(word);
    if (isStop === undefined)
      judged.set(word, (isStop = stop.has(word) || NO_THING.has(word) || isPlainVerb(word)));
    return isStop;
  };
}

function namesIn(sentences: readonly SpokenSentence[]): Set<string> {
  const names = new Set<string>();
  const plain = new Set<string>();
  for (const { text } of sentences) {
    for (const word of text.match(/(?<=[\p{L}\p{N},;] )\p{L}[\p{L}\p{M}'-]*/gu) ?? []) {
      if (/^\p{Lu}/u.test(word)) names.add(word.toLowerCase().replace(/'s$/, ''));
      else plain.add(word);
    }
  }
  return new Set([...names].filter((name) => !plain.has(name)));
}

/** A capital letter at the start of a sentence does not make a name. */
export function isName(word: string, kinds: WordKinds): boolean {
  return (
    /^\p{Lu}[\p{Lu}\p{N}]|^(?:Mrs?|Miss|Ms|Dr|Prof|Sir)$/u.test(word) ||
    kinds.names.has(word.toLowerCase().replace(/'s$/, ''))
  );
}

export function isThing(word: string, kinds: WordKinds, language: string | null): boolean {
  if (language !== null && !language.toLowerCase().startsWith('en'))
    return word.length > 3 || isUnspaced(word);
  const lower = word.toLowerCase();
  const things = kinds.thing.get(lower) ?? 0;
  const deeds = kinds.deed.get(lower) ?? 0;
  if (
    deeds > things ||
    DESCRIBES_ONLY.test(lower) ||
    PAST.test(lower) ||
    (things === 0 && lower.endsWith('ing'))
  )
    return false;
  if (/(?:ly|ous|ful|able|ible|[^ru]est|teenth|ieth)$/.test(lower)) return false;
  return (
    things > 0 ||
    /(?:tion|ment|ness|ity|ance|ence|ship|ing|er|or|ism|age|ure|al|s)$/.test(lower) ||
    /^\p{Lu}/u.test(word)
  );
}

export function isDeed(word: string, kinds: WordKinds): boolean {
  return (kinds.deed.get(word) ?? 0) > (kinds.thing.get(word) ?? 0);
}
