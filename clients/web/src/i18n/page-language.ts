import { loadLanguagePreference, saveLanguagePreference } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';

/** Each language but English is a separate chunk, loaded on demand. */
type Loaders<T> = Record<Exclude<Language, 'en'>, () => Promise<T>>;

/** The language that the user chose before; otherwise that of the browser. */
export function preferredLanguage(): Language {
  return pickLanguage([loadLanguagePreference() ?? '', ...navigator.languages]);
}

/** The language of the page, first English. `show` gets the texts of each language before `language` changes. */
export function pageLanguage<T>(english: T, loaders: Loaders<T>, show: (texts: T) => void) {
  const language = createStore<Language>('en');
  let requested: Language = 'en';

  /** Keeps the current language when the chosen one cannot be loaded, or when another one was chosen meanwhile. */
  const loadLanguage = async (chosen: Language): Promise<void> => {
    requested = chosen;
    const loaded = chosen === 'en' ? english : await loaders[chosen]().catch(() => null);
    if (loaded === null || requested !== chosen) return;
    show(loaded);
    document.documentElement.lang = chosen;
    document.documentElement.dir = directionOf(chosen);
    language.set(chosen);
  };
  const chooseLanguage = async (chosen: Language): Promise<void> => {
    saveLanguagePreference(chosen);
    await loadLanguage(chosen);
  };
  return { language, loadLanguage, chooseLanguage };
}

/** What another language must have: the same texts, in any words. */
export type Translated<T> = T extends string
  ? string
  : T extends (...args: never[]) => unknown
    ? T
    : { [K in keyof T]: Translated<T[K]> };

/** Every language of the page, by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ar: 'العربية',
  ja: '日本語',
} as const;

export type Language = keyof typeof LANGUAGES;

/** For lists to choose from. */
export const LANGUAGE_CHOICES = (Object.entries(LANGUAGES) as [Language, string][]).map(
  ([value, name]) => ({ value, name, lang: value }),
);

/** The first of the BCP 47 `tags` that the page supports, in any region; otherwise English. */
export function pickLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const primary = tag.toLowerCase().split('-')[0];
    if (primary !== undefined && Object.hasOwn(LANGUAGES, primary)) return primary as Language;
  }
  return 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/** The browser's regional variant of a language, so that a guest in Zurich reads dates as in Zurich. */
export function localeFor(language: string): string {
  const isVariant = (tag: string) => tag.toLowerCase().split('-')[0] === language;
  return navigator.languages.find((tag) => isVariant(tag) && isLocale(tag)) ?? language;
}

/** Some browsers report a tag that they then reject, such as en-US@posix. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
