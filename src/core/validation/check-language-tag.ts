const englishNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** Whether it is a well-formed BCP 47 tag of a language that this runtime knows; any case, as RFC 5646 has it. */
export function isLanguageTag(tag: string): boolean {
  const language = languageOfTag(tag);
  return language !== null && englishNames.of(language) !== undefined;
}

/** The language alone, such as `pt` of `pt-BR`; null when the tag is malformed or undetermined (`und`). */
export function languageOfTag(tag: string): string | null {
  try {
    const { language } = new Intl.Locale(tag);
    return /^[a-z]{2,3}$/.test(language) && language !== 'und' ? language : null;
  } catch {
    return null;
  }
}

/** A valid tag as engines know it: `deu-AT` is `de-AT`, `iw` is `he`. */
export function canonicalTag(tag: string): string {
  return Intl.getCanonicalLocales(tag)[0] ?? tag;
}
