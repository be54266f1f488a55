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

/** The first wish that the page speaks, whatever the region; English otherwise. Wishes are BCP 47 tags. */
export function pickLanguage(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const primary = wish.toLowerCase().split('-')[0];
    if (primary !== undefined && Object.hasOwn(LANGUAGES, primary)) return primary as Language;
  }
  return 'en';
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
