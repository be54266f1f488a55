// Runs of words in a sentence that name a thing.
import { ELIDED, isUnspaced, wordsOf } from '../text/content-words.ts';
import { isEnglish } from '../text/function-words.ts';
import { type WordKinds, isVerb, isName, isNoun } from '../text/word-kinds.ts';

/** If the second word of a sentence has a capital letter, both belong to a name. */
const CAPITAL = /^\p{Lu}\p{Ll}/u;
const CHUNK = /[.,;:!?()"“”…–—]+/;
const NOT_LETTERS = /^(?:\d|[^\p{L}]+$)/u;
const ARTICLE = /^(?:the|our|your|my|this|that|these|those|their|his|her|its)$/;
export const DESCRIBES =
  /^(?:new|old|first|second|third|next|last|other|big|small|little|main|whole|front|back)$/;
/** `The drivers love it`, `the bus stops right here` */
const AFTER_VERB = /^(?:it|him|me|us|them|right|straight)$/;
/** `My chest hurts when I run`, `the children stay away`; numbers agree, unlike in `the login form again`. */
const AFTER_AGREEING_VERB =
  /^(?:too|so|very|away|when|again|off|out|up|down|back|here|there|because|if|an?|the|my|our|your)$/;
const PLURAL = /(?:[^s]s|children|people|men)$/;

export type Run = {
  readonly words: string[];
  /** The article to write before it; empty for none. */
  readonly opening: string;
};

/** `the new ` before `release` in `our new release`; empty without an article. */
function openingOf(words: readonly string[], at: number): string {
  const [far = '', near = ''] = [words[at - 2]?.toLowerCase(), words[at - 1]?.toLowerCase()];
  if (ARTICLE.test(near)) return 'the ';
  if (/^an?$/.test(near)) return `${near} `;
  return DESCRIBES.test(near) && ARTICLE.test(far) ? `the ${near} ` : '';
}

/** Runs of content words that end in a noun. */
export function runsOf(text: string, kinds: WordKinds, skipped: ReadonlySet<string>): Run[] {
  const { isStop } = kinds;
  const english = isEnglish(kinds.language);
  const runs: Run[] = [];
  for (const chunk of text.split(CHUNK)) {
    let run: string[] = [];
    let opening = '';
    const close = (next = ''): void => {
      if (english && endsInVerb(run, next)) run.pop();
      else while (run.length > 0 && !isNoun(run.at(-1) ?? '', kinds)) run.pop();
      const last = run.pop();
      if (last !== undefined) runs.push({ words: [...run, last.replace(/'s$/, '')], opening });
      run = [];
    };
    const cased = isUnspaced(chunk)
      ? wordsOf(chunk)
      : (chunk.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []);
    for (const [at, said] of cased.entries()) {
      const word = english ? said : said.replace(ELIDED, '');
      const lower = word.toLowerCase();
      const bare = lower.replace(/'s$/, '');
      const isOfName = CAPITAL.test(word) && CAPITAL.test(run.at(-1) ?? '');
      if (run.some((before) => before.toLowerCase() === lower)) close();
      // Without a list of its verbs, only a name is surely one thing of several words.
      else if (!english && !isUnspaced(chunk) && !isOfName) close();
      if (
        isStop(lower) ||
        isStop(bare) ||
        skipped.has(bare) ||
        NOT_LETTERS.test(word) ||
        (bare.length < 2 && !isUnspaced(bare))
      )
        close(lower);
      else if (lower.endsWith("'s") && isStop((cased[at + 1] ?? 'is').toLowerCase())) close();
      else if (run.length === 0 && isVerb(lower, kinds)) continue;
      else {
        if (run.length === 0) opening = openingOf(cased, at);
        const isWritten =
          at > 0 || isName(word, kinds) || (english && CAPITAL.test(cased[1] ?? ''));
        run.push(isWritten ? word : lower);
      }
    }
    close();
  }
  return runs;
}

/** The verb after a noun is not part of the phrase: `the translation's coming`. */
function endsInVerb(run: readonly string[], next: string): boolean {
  const [noun = '', verb = ''] = run.slice(-2);
  return (
    run.length > 1 &&
    (AFTER_VERB.test(next) ||
      (AFTER_AGREEING_VERB.test(next) && PLURAL.test(noun) !== PLURAL.test(verb)) ||
      /'s \p{L}{3,}ing$/u.test(`${noun} ${verb}`))
  );
}
