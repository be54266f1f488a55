// Capital letters for unambiguous words of a lower-case transcript. English.

import { pattern, wordSet } from './pattern.ts';
const I = /(?<![\p{L}\p{N}'.-])i(?=$|[\s,!?;:”)]|[.](?:\s|$)|'(?:m|ll|ve|d)\b)/gu;
/** `may` and `march` are words as well. */
const CALENDAR = pattern('g')`
  \b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|april|june|july|august|
  september|october|november|december|christmas|easter)\b`;
const TITLED = /\b(?:mr|mrs|ms|dr|prof)\.? \p{Ll}+/gu;
const ALSO_WORDS = wordSet(`
  will mark may grace bill sue rob pat art drew hope joy faith rose jack frank chase max guy dean
  june april august dawn bob ray sunny rich nick iris olive penny ruby summer robin carol grant
  guest speaker host user the and of van von de la le da di person team room office desk chair
  chairperson mother father grandma grandpa mum mom dad sister brother doctor nurse teacher
  customer client`);

/** Returns a function that restores capital letters in texts of one meeting. */
export function caseRestorer(displayNames: readonly string[]): (text: string) => string {
  const names = new Map(
    displayNames
      .flatMap((name) => name.match(/\p{Lu}\p{Ll}[\p{L}'-]*/gu) ?? [])
      .map((part) => [part.toLowerCase(), part] as const)
      .filter(([word]) => !ALSO_WORDS.has(word)),
  );
  return (text) =>
    text
      .replace(I, 'I')
      .replace(CALENDAR, raised)
      .replace(TITLED, (titled) =>
        titled.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase()),
      )
      .replace(
        /(?<![\p{L}\p{N}'.@-])\p{Ll}[\p{Ll}-]+(?=$|[^\p{L}\p{N}@.-]|[.](?:\s|$))/gu,
        (word) => names.get(word) ?? word,
      );
}

function raised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
