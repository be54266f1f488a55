import { saveLanguagePreference, loadLanguagePreference } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';
import { en } from './languages/en.ts';
import type { Messages } from './languages/en.ts';
import { directionOf, pickLanguage } from './pick-language.ts';
import type { Language } from './pick-language.ts';

/**
 * The texts in the language of the page. Read them while rendering: a new language renders
 * everything again.
 */
export let messages: Messages = en;

export const language = createStore<Language>('en');

// Each language but English is a separate chunk, loaded on demand.
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Messages>> = {
  de: () => import('./languages/de.ts').then(({ de }) => de),
  fr: () => import('./languages/fr.ts').then(({ fr }) => fr),
  es: () => import('./languages/es.ts').then(({ es }) => es),
  pt: () => import('./languages/pt.ts').then(({ pt }) => pt),
  ar: () => import('./languages/ar.ts').then(({ ar }) => ar),
  ja: () => import('./languages/ja.ts').then(({ ja }) => ja),
};

/** The language that the guest chose before; otherwise that of the browser. */
export function preferredLanguage(): Language {
  return pickLanguage([loadLanguagePreference() ?? '', ...navigator.languages]);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  saveLanguagePreference(chosen);
  await loadLanguage(chosen);
}

let requested: Language = 'en';

/**
 * Keeps the current language when the chosen one cannot be loaded, or when another one was chosen
 * meanwhile.
 */
export async function loadLanguage(chosen: Language): Promise<void> {
  requested = chosen;
  const loaded = chosen === 'en' ? en : await LOADERS[chosen]().catch(() => null);
  if (loaded === null || requested !== chosen) return;
  messages = loaded;
  document.documentElement.lang = chosen;
  document.documentElement.dir = directionOf(chosen);
  language.set(chosen);
}
