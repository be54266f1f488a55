/** A sentence whose names are separate parts, so that they do not change its writing direction. */
export type Sentence = readonly (string | { name: string })[];

/** Formats a list of names. `guest` replaces an empty name. */
export function listNames(language: string, names: readonly string[], guest: string): Sentence {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const named = [...new Set(names)].map((name) => name || guest);
  return list
    .formatToParts(named)
    .map(({ type, value }) => (type === 'element' ? { name: value } : value));
}

/** Whether `listNames` lists more than one: who raises a hand twice, or has the name of another, is listed once. */
export function areSeveral(names: readonly string[]): boolean {
  return new Set(names).size > 1;
}
