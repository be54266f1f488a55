/** Without marks that change the writing direction around them or take no room, and with four marks on one letter at most: more only serve to paint over what stands around. */
export function stripUnsafeCharacters(text: string): string {
  return text
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
}
