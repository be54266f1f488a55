import { en, type Messages } from './languages/en.ts';
import { localeFor, pageLanguage } from './page-language.ts';

/**
 * The texts in the language of the page. Read them while rendering: a new language renders
 * everything again.
 */
export let messages: Messages = en;

export const { language, loadLanguage, chooseLanguage } = pageLanguage<Messages>(
  en,
  {
    de: () => import('./languages/de.ts').then(({ de }) => de),
    fr: () => import('./languages/fr.ts').then(({ fr }) => fr),
    es: () => import('./languages/es.ts').then(({ es }) => es),
    pt: () => import('./languages/pt.ts').then(({ pt }) => pt),
    ar: () => import('./languages/ar.ts').then(({ ar }) => ar),
    ja: () => import('./languages/ja.ts').then(({ ja }) => ja),
  },
  (loaded) => {
    messages = loaded;
  },
);

/** 22:40 in London, 10:40 PM in New York. */
export const timeOfDay = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString(localeFor(language.get()), {
    hour: 'numeric',
    minute: '2-digit',
  });
