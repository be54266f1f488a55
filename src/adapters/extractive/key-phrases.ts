import { capitalise } from './clean-speech.ts';
import { foldWord, isUnspaced, wordsOf } from './content-words.ts';
import { functionWords, primarySubtag } from './function-words.ts';
import type { SpokenSentence } from './spoken-sentence.ts';

export interface KeyPhrase {
  /** As said, lower case but for proper names. */
  readonly text: string;
  /** As it stands inside a sentence: with `the` where it was said with an article. */
  readonly named: string;
  readonly folded: readonly string[];
  score: number;
  segmentRefs: Set<string>;
}

/** Which words name things here: seen after an article or a preposition more than after a pronoun or `to`. */
export interface WordKinds {
  readonly thing: ReadonlyMap<string, number>;
  readonly deed: ReadonlyMap<string, number>;
}

const LONGEST_PHRASE_WORDS = 3;
/** What somebody put up for discussion by name outweighs a word that only recurs. */
const OPENED = 4;
const DESCRIBES_ONLY =
  /^(?:long|short|high|low|nice|easy|hard|free|full|late|whole|clear|safe|cheap|expensive|real|main|god|bless|lord|hell|shit|damn|haha|ha|yay|dear|mate|guys|folks|funny|beautiful|lovely|sick|huge|tiny|wrong|true|safer|better|cheaper|bigger|smaller|older|nicer|lighter|earlier|experience|opinion|view|mrs?|ms|dr|prof)$/;
const PAST =
  /^(?:fell|ran|came|went|got|told|said|made|took|gave|broke|sent|left|lost|won|built|bought|kept|saw|found|wrote|stood|brought|(?!(?:bed|shed|seed|feed|speed|red|need|breed|weed|seabed|embed)$)\w{2,}ed)$/;
const BEFORE_THING = new Set(
  'the a an our your my their his her its this these those some any no every each of in on for with about from into between per new'.split(
    ' ',
  ),
);
const BEFORE_DEED = new Set(
  "to i we you they he she who i'll we'll you'll they'll he'll she'll will can could should would must might may don't didn't doesn't won't can't let's not just also please".split(
    ' ',
  ),
);
const CHUNK = /[.,;:!?()"“”…–—]+/;
const NOT_LETTERS = /^(?:\d|[^\p{L}]+$)/u;
const ARTICLE = /^(?:the|our|your|my|this|that|these|those|their|his|her|its)$/;
const DESCRIBES = /^(?:new|old|first|second|third|next|last|big|small|main)$/;

/** Counts, over the whole meeting, how each word is used. */
export function learnWordKinds(sentences: readonly SpokenSentence[], language: string | null): WordKinds {
  const stop = functionWords(language);
  const thing = new Map<string, number>();
  const deed = new Map<string, number>();
  for (const sentence of sentences) {
    let before = '';
    let head = '';
    for (const word of [...wordsOf(sentence.text), '']) {
      if (stop.has(word) || word === '') {
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
  return { thing, deed };
}

/** The phrases of a block of sentences, best first. */
export function keyPhrases(
  block: readonly SpokenSentence[],
  kinds: WordKinds,
  language: string | null,
  skipped: ReadonlySet<string>,
  opened: ReadonlySet<string> = new Set(),
): KeyPhrase[] {
  const phrases = new Map<string, KeyPhrase>();
  const counts = new Map<string, number>();
  for (const sentence of block) {
    for (const run of runsOf(sentence.text, kinds, language, skipped)) collect(run, sentence, language, phrases, counts);
  }
  for (const phrase of phrases.values()) {
    const rarity = phrase.folded.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / phrase.folded.length;
    phrase.score = phrase.score * (1 + 0.6 * (phrase.folded.length - 1)) + 0.5 * rarity;
    if (phrase.folded.some((word) => opened.has(word))) phrase.score += OPENED;
  }
  const telling = [...phrases.values()].filter((phrase) => primarySubtag(language) !== 'en' || standsAlone(phrase, counts));
  return telling.toSorted((a, b) => b.score - a.score || a.text.localeCompare(b.text, 'en'));
}

/** A lone word said once and without an article is more often a verb than a thing. */
function standsAlone(phrase: KeyPhrase, counts: ReadonlyMap<string, number>): boolean {
  if (phrase.folded.length > 1 || phrase.named !== phrase.text || phrase.score >= OPENED) return true;
  return (counts.get(phrase.folded[0] ?? '') ?? 0) > 1 || /^\p{Lu}/u.test(phrase.text);
}

/** The best phrases with no word in common. */
export function distinctPhrases(ranked: readonly KeyPhrase[], limit: number, used: Set<string>): KeyPhrase[] {
  const chosen: KeyPhrase[] = [];
  for (const phrase of ranked) {
    if (chosen.length >= limit) break;
    if (phrase.folded.some((word) => used.has(word))) continue;
    for (const word of phrase.folded) used.add(word);
    chosen.push(phrase);
  }
  return chosen;
}

/** `a`, `a and b`, `a, b and c`. */
export function listPhrases(phrases: readonly string[], and: string): string {
  if (phrases.length < 2) return phrases.join('');
  return `${phrases.slice(0, -1).join(', ')} ${and} ${phrases[phrases.length - 1] ?? ''}`;
}

export function titleOf(phrases: readonly KeyPhrase[], and: string): string {
  return capitalise(
    listPhrases(
      phrases.map((phrase) => phrase.text),
      and,
    ),
  );
}

function collect(
  { words: run, opening }: Run,
  sentence: SpokenSentence,
  language: string | null,
  phrases: Map<string, KeyPhrase>,
  counts: Map<string, number>,
): void {
  for (const word of run) {
    const folded = foldWord(word.toLowerCase(), language);
    counts.set(folded, (counts.get(folded) ?? 0) + 1);
  }
  const words = run.slice(-LONGEST_PHRASE_WORDS);
  const folded = words.map((word) => foldWord(word.toLowerCase(), language));
  const key = folded.join(' ');
  const text = words.join(isUnspaced(key) ? '' : ' ');
  const known = phrases.get(key) ?? {
    text,
    named: (words.length === run.length ? opening : '') + text,
    folded,
    score: 0,
    segmentRefs: new Set<string>(),
  };
  known.score += 1;
  for (const ref of sentence.segmentRefs) known.segmentRefs.add(ref);
  phrases.set(key, known);
}

interface Run {
  readonly words: string[];
  readonly opening: string;
}

/** `the new ` before `release` in `our new release`; empty where no article stands. */
function openingOf(words: readonly string[], at: number): string {
  const near = words[at - 1]?.toLowerCase() ?? '';
  const far = words[at - 2]?.toLowerCase() ?? '';
  if (ARTICLE.test(near)) return 'the ';
  if (/^an?$/.test(near)) return `${near} `;
  return DESCRIBES.test(near) && ARTICLE.test(far) ? `the ${near} ` : '';
}

/** Runs of content words that end in a word for a thing. */
function runsOf(text: string, kinds: WordKinds, language: string | null, skipped: ReadonlySet<string>): Run[] {
  const stop = functionWords(language);
  const runs: Run[] = [];
  for (const chunk of text.split(CHUNK)) {
    let run: string[] = [];
    let opening = '';
    const close = (): void => {
      while (run.length > 0 && !isThing(run[run.length - 1] ?? '', kinds, language)) run.pop();
      if (run.length > 0) runs.push({ words: run, opening });
      run = [];
    };
    const cased = isUnspaced(chunk) ? wordsOf(chunk) : (chunk.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []);
    for (const [at, word] of cased.entries()) {
      const lower = word.toLowerCase();
      const bare = lower.replace(/'s$/, '');
      if (stop.has(lower) || stop.has(bare) || skipped.has(bare) || NOT_LETTERS.test(word) || (bare.length < 2 && !isUnspaced(bare)))
        close();
      else if (lower.endsWith("'s") && stop.has((cased[at + 1] ?? 'is').toLowerCase())) close();
      else if (run.length === 0 && isDeed(lower, kinds)) continue;
      else {
        if (run.length === 0) opening = openingOf(cased, at);
        run.push(at === 0 && !isName(word) ? lower : word.replace(/'s$/, ''));
      }
    }
    close();
  }
  return runs;
}

function isName(word: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]/u.test(word);
}

function isThing(word: string, kinds: WordKinds, language: string | null): boolean {
  if (language !== null && !language.toLowerCase().startsWith('en')) return word.length > 3 || isUnspaced(word);
  const lower = word.toLowerCase();
  const things = kinds.thing.get(lower) ?? 0;
  const deeds = kinds.deed.get(lower) ?? 0;
  if (deeds > things || DESCRIBES_ONLY.test(lower) || PAST.test(lower) || (things === 0 && lower.endsWith('ing'))) return false;
  if (/(?:ly|ous|ful|able|ible)$/.test(lower)) return false;
  return things > 0 || /(?:tion|ment|ness|ity|ance|ence|ship|ing|er|or|ism|age|ure|al|s)$/.test(lower) || /^\p{Lu}/u.test(word);
}

function isDeed(word: string, kinds: WordKinds): boolean {
  return (kinds.deed.get(word) ?? 0) > (kinds.thing.get(word) ?? 0);
}
