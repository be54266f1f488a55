const englishNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** The names that Whisper gives to languages where they differ from those in Unicode's tables. */
const OTHER_NAMES: readonly (readonly [name: string, code: string])[] = [
  ['bengali', 'bn'],
  ['cantonese', 'yue'],
  ['hawaiian', 'haw'],
  ['maori', 'mi'],
  ['myanmar', 'my'],
  ['nynorsk', 'nn'],
  ['tagalog', 'tl'],
];

const codes = new Map([...isoNames(), ...OTHER_NAMES]);

/** The code of the language that a server names, as `english` or `en`; null when it is unknown. */
export function languageCodeOf(language: unknown): string | null {
  if (typeof language !== 'string') return null;
  if (/^[a-z]{2,3}$/.test(language)) return language;
  return codes.get(language.toLowerCase()) ?? null;
}

/** Every code of two letters that is still in use, with its language's English name. */
function isoNames(): [name: string, code: string][] {
  return LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).flatMap(
    (code): [string, string][] => {
      const name = englishNames.of(code);
      const isInUse = Intl.getCanonicalLocales(code)[0] === code;
      return name === undefined || !isInUse ? [] : [[name.toLowerCase(), code]];
    },
  );
}
