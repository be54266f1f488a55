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
