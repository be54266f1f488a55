/** A sentence in pieces: names stand apart, so that the page can keep them from turning the sentence's direction. */
export type Sentence = readonly (string | { name: string })[];

/** Names as a language lists them; `guest` stands for an empty one. */
export function listNames(language: string, names: readonly string[], guest: string): Sentence {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const named = [...new Set(names)].map((name) => name || guest);
  return list
    .formatToParts(named)
    .map(({ type, value }) => (type === 'element' ? { name: value } : value));
}
