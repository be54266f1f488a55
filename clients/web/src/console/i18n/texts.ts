import { pageLanguage } from '../../i18n/page-language.ts';
import { en, type Texts } from './languages/en.ts';

/** The texts in the language of the page. Read them while rendering: a new language renders everything again. */
export let texts: Texts = en;

export const { language, loadLanguage, chooseLanguage } = pageLanguage<Texts>(
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
    texts = loaded;
  },
);
