import { capitalise } from './clean-speech.ts';
import { foldWord, isUnspaced, wordsOf } from './content-words.ts';
import { primarySubtag } from './function-words.ts';
import type { SpokenSentence } from './spoken-sentence.ts';
import { isDeed, isName, isThing, type WordKinds } from './word-kinds.ts';

export interface KeyPhrase {
  /** As said, lower case but for proper names. */
  readonly text: string;
  /** As it stands inside a sentence: with `the` where it was said with an article. */
  readonly named: string;
  readonly folded: readonly string[];
  score: number;
  segmentRefs: Set<string>;
}

const LONGEST_PHRASE_WORDS = 3;
/** What somebody put up for discussion by name outweighs a word that only recurs. */
const OPENED = 4;
/** After the first word of a sentence it belongs to a name, and so does the first word. */
const CAPITAL = /^\p{Lu}\p{Ll}/u;
const CHUNK = /[.,;:!?()"“”…–—]+/;
const NOT_LETTERS = /^(?:\d|[^\p{L}]+$)/u;
const ARTICLE = /^(?:the|our|your|my|this|that|these|those|their|his|her|its)$/;
const DESCRIBES = /^(?:new|old|first|second|third|next|last|big|small|main)$/;

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
  const { isStop } = kinds;
  const runs: Run[] = [];
  for (const chunk of text.split(CHUNK)) {
    let run: string[] = [];
    let opening = '';
    const close = (): void => {
      while (run.length > 0 && !isThing(run[run.length - 1] ?? '', kinds, language)) run.pop();
      const last = run.pop();
      if (last !== undefined) runs.push({ words: [...run, last.replace(/'s$/, '')], opening });
      run = [];
    };
    const cased = isUnspaced(chunk) ? wordsOf(chunk) : (chunk.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []);
    for (const [at, word] of cased.entries()) {
      const lower = word.toLowerCase();
      const bare = lower.replace(/'s$/, '');
      if (isStop(lower) || isStop(bare) || skipped.has(bare) || NOT_LETTERS.test(word) || (bare.length < 2 && !isUnspaced(bare))) close();
      else if (lower.endsWith("'s") && isStop((cased[at + 1] ?? 'is').toLowerCase())) close();
      else if (run.length === 0 && isDeed(lower, kinds)) continue;
      else {
        if (run.length === 0) opening = openingOf(cased, at);
        run.push(at === 0 && !isName(word, kinds) && !CAPITAL.test(cased[1] ?? '') ? lower : word);
      }
    }
    close();
  }
  return runs;
}
