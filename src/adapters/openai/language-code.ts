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

/** Codes that are no longer in use, with the present ones. */
const FORMER: Record<string, string> = { jw: 'jv' };

const codes = new Map([...isoNames(), ...OTHER_NAMES]);

/** What Whisper calls languages that have another tag (BCP 47). */
const ASKED_AS: Record<string, string> = { nb: 'no', fil: 'tl', jv: 'jw', cmn: 'zh' };

/** The code with which a server is asked for a language; null when there is none. */
export function askedLanguage(tag: string | null): string | null {
  const language = languageOf(tag);
  return language === null ? null : (ASKED_AS[language] ?? language);
}

/** The language in a tag, without a region or script. */
export function languageOf(tag: string | null): string | null {
  return /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase() ?? null;
}

/** The code of the language that a server names, as `english` or `en`; null when it is unknown. */
export function languageCodeOf(language: unknown): string | null {
  if (typeof language !== 'string') return null;
  if (/^[a-z]{2,3}$/.test(language)) return FORMER[language] ?? language;
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
