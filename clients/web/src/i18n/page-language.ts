import { loadLanguagePreference, saveLanguagePreference } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';
import { directionOf, type Language, pickLanguage } from './pick-language.ts';

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
