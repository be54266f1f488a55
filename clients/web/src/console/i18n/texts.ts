import { loadLanguagePreference, saveLanguagePreference } from '../../page/preferences.ts';
import { createStore } from '../../page/store.ts';
import { directionOf, type Language, pickLanguage } from '../../i18n/pick-language.ts';
import { en, type Texts } from './languages/en.ts';

/** The texts in the language of the page. Read them while rendering: a new language renders everything again. */
export let texts: Texts = en;

export const language = createStore<Language>('en');

// Each language but English is a separate chunk, loaded on demand.
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<Texts>> = {
  de: () => import('./languages/de.ts').then(({ de }) => de),
  fr: () => import('./languages/fr.ts').then(({ fr }) => fr),
  es: () => import('./languages/es.ts').then(({ es }) => es),
  pt: () => import('./languages/pt.ts').then(({ pt }) => pt),
  ar: () => import('./languages/ar.ts').then(({ ar }) => ar),
  ja: () => import('./languages/ja.ts').then(({ ja }) => ja),
};

export const preferredLanguage = (): Language =>
  pickLanguage([loadLanguagePreference() ?? '', ...navigator.languages]);

let requested: Language = 'en';

/** Keeps the language of now when the wanted one cannot be loaded, or another one was wanted meanwhile. */
export async function loadLanguage(wanted: Language): Promise<void> {
  requested = wanted;
  const loaded = wanted === 'en' ? en : await LOADERS[wanted]().catch(() => null);
  if (loaded === null || requested !== wanted) return;
  texts = loaded;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
  language.set(wanted);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  saveLanguagePreference(chosen);
  await loadLanguage(chosen);
}
