import { saveLanguagePreference, loadLanguagePreference } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';
import { en } from './en.ts';
import type { Messages } from './en.ts';
import { directionOf, pickLanguage } from './pick-language.ts';
import type { Language } from './pick-language.ts';

/** The words of the page's language. Read while drawing: a change of language draws everything anew. */
export let messages: Messages = en;

export const language = createStore<Language>('en');

// Each language but English is a file of its own, loaded when it is spoken.
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Messages>> = {
  de: () => import('./de.ts').then(({ de }) => de),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  es: () => import('./es.ts').then(({ es }) => es),
  pt: () => import('./pt.ts').then(({ pt }) => pt),
  ar: () => import('./ar.ts').then(({ ar }) => ar),
  ja: () => import('./ja.ts').then(({ ja }) => ja),
};

/** The language that this guest chose before, else the browser's. */
export function preferredLanguage(): Language {
  return pickLanguage([loadLanguagePreference() ?? '', ...navigator.languages]);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  saveLanguagePreference(chosen);
  await loadLanguage(chosen);
}

let requested: Language = 'en';

/** Where a language cannot be loaded, the page goes on in the one it has; one that comes late does not undo a later choice. */
export async function loadLanguage(chosen: Language): Promise<void> {
  requested = chosen;
  const found = chosen === 'en' ? en : await LOADERS[chosen]().catch(() => null);
  if (found === null || requested !== chosen) return;
  messages = found;
  document.documentElement.lang = chosen;
  document.documentElement.dir = directionOf(chosen);
  language.set(chosen);
}
