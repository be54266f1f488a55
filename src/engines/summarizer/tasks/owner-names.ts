import type { SummarySpeaker } from '../../../core/ports.ts';
import { isContentWord, wordsOf } from '../text/content-words.ts';
import { wordSet } from '../text/pattern.ts';
import file from '../words/words.json' with { type: 'json' };

/** Finds which person in this meeting a spoken name means. */
export type OwnerFinder = {
  /** The display name of a speaker; null for an unknown speaker. */
  readonly ofSpeaker: (speakerRef: string | null) => string | null;
  /** The display name that a spoken first, last or full name means; null if it fits nobody or several people. */
  readonly ofName: (spoken: string) => string | null;
  /** Every display name, each once. */
  readonly all: readonly string[];
  /** The words of all display names, in lower case. */
  readonly words: ReadonlySet<string>;
};

/** First names that are also words: a capital letter inside a sentence makes them names. */
export const NAMES_THAT_ARE_WORDS = wordSet(file.english.namesThatAreWords);
const SHORT_FORMS = file.english.shortNames.map((names) => names.split(' '));
const TITLES = /^(?:mr|mrs|ms|miss|dr|prof|sir)\.?\s+/;

export function findOwners(speakers: readonly SummarySpeaker[]): OwnerFinder {
  const byRef = new Map(speakers.map((speaker) => [speaker.speakerRef, speaker.displayName]));
  const all = [...new Set(byRef.values())];
  const known = all.flatMap((name) => [...aliases(name)].map((alias) => ({ alias, name })));
  return {
    all,
    words: new Set(all.flatMap(wordsOf)),
    ofSpeaker: (speakerRef) => (speakerRef === null ? null : (byRef.get(speakerRef) ?? null)),
    ofName: (spoken) => {
      const asked = foldName(spoken);
      const forms = new Set(SHORT_FORMS.filter((names) => names.includes(asked)).flat());
      // `They` is not Theo.
      const isOneName = isContentWord(asked) && !asked.includes(' ');
      for (const isMeant of [
        (alias: string) => alias === asked,
        (alias: string) => forms.has(alias),
        (alias: string) => isOneName && shortens(asked, alias),
        (alias: string) => isOneName && isMisheard(asked, alias),
      ]) {
        const meant = new Set(known.filter(({ alias }) => isMeant(alias)).map(({ name }) => name));
        if (meant.size > 0) return meant.size === 1 ? ([...meant][0] ?? null) : null;
      }
      return null;
    },
  };
}

/** `Fatou` for `Fatoumata`. */
function shortens(asked: string, alias: string): boolean {
  return asked.length >= 4 && alias.startsWith(asked) && !alias.includes(' ');
}

/** The recognizer may misspell names: `Ana` for `Anna`, `Jon` for `John`. */
function isMisheard(asked: string, alias: string): boolean {
  const isLong = asked.length >= 3 && alias.length >= 4;
  return isLong && alias[0] === asked[0] && oneEditApart(alias, asked);
}

function aliases(displayName: string): Set<string> {
  const plain = foldName(displayName.replace(/[([].*?[)\]]/g, ' ')).replace(TITLES, '');
  const parts = plain.split(' ').filter((part) => part.length > 1 && !/^\d+$/.test(part));
  return new Set(
    [plain, ...parts, parts.join(' ')].filter(
      (alias) => alias !== '' && !/^(?:guest|user|speaker|host)$/.test(alias),
    ),
  );
}

function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function oneEditApart(first: string, second: string): boolean {
  if (Math.abs(first.length - second.length) > 1) return false;
  let at = 0;
  while (at < first.length && first[at] === second[at]) at += 1;
  const rest = (left: number, right: number): boolean =>
    first.slice(at + left) === second.slice(at + right);
  return rest(1, 1) || rest(1, 0) || rest(0, 1);
}
