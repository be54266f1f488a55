import { rememberLanguage, rememberedLanguage } from '../page/preferences.ts';
import { createStore } from '../page/store.ts';
import { en } from './en.ts';
import type { Words } from './en.ts';
import { directionOf, pickLanguage } from './pick-language.ts';
import type { Language } from './pick-language.ts';

/** The words of the page's language. Read while drawing: a change of language draws everything anew. */
export let words: Words = en;

export const language = createStore<Language>('en');

// Each language but English is a file of its own, loaded when it is spoken.
const OTHERS: Record<Exclude<Language, 'en'>, () => Promise<Words>> = {
  de: () => import('./de.ts').then(({ de }) => de),
  fr: () => import('./fr.ts').then(({ fr }) => fr),
  es: () => import('./es.ts').then(({ es }) => es),
  pt: () => import('./pt.ts').then(({ pt }) => pt),
  ar: () => import('./ar.ts').then(({ ar }) => ar),
  ja: () => import('./ja.ts').then(({ ja }) => ja),
};

/** The language that this guest chose before, else the browser's. */
export function firstLanguage(): Language {
  return pickLanguage([rememberedLanguage() ?? '', ...navigator.languages]);
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  rememberLanguage(chosen);
  await speak(chosen);
}

let asked: Language = 'en';

/** Where a language cannot be loaded, the page goes on in the one it has; one that comes late does not undo a later choice. */
export async function speak(chosen: Language): Promise<void> {
  asked = chosen;
  const found = chosen === 'en' ? en : await OTHERS[chosen]().catch(() => null);
  if (found === null || asked !== chosen) return;
  words = found;
  document.documentElement.lang = chosen;
  document.documentElement.dir = directionOf(chosen);
  language.change(chosen);
}
