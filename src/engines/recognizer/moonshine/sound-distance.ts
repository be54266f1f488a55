// How similar two texts sound, judged by spelling. It only selects what the model scores, so it may be
// rough: English letters, no dictionary.

/** Letters for sounds that English spells with two: C as in `chat`, S as in `she`, T as in `thin`, J as in `jam`. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/[cs]?ch|tch|cz|tsch/g, 'C'],
  [/sh/g, 'S'],
  [/th/g, 'T'],
  [/ck/g, 'k'],
  [/qu?/g, 'kw'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/gh/g, 'g'],
  [/dj|dge?|j/g, 'J'],
  [/y/g, 'i'],
  [/(.)\1+/g, '$1'],
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyzCSTJ';
const VOWELS = 'aeiou';
const ALIKE = ['bpfvwm', 'kgCJ', 'dtTJ', 'szSCJ', 'lrw', 'mn', 'hfT'];
/** Often silent, or heard where they are not spoken. */
const WEAK = 'hwr';

const CHANGE = Float64Array.from(LETTERS.repeat(LETTERS.length), (to, i) =>
  changeCost(LETTERS[Math.floor(i / LETTERS.length)] ?? '', to),
);
const GAP = Float64Array.from(LETTERS, (letter) =>
  VOWELS.includes(letter) ? 0.5 : WEAK.includes(letter) ? 0.6 : 1,
);
const MIN_GAP = 0.5;

/** The sounds of a text, one number each; none if it has no Latin letter. */
export function soundsOf(text: string): Uint8Array {
  let letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  for (const [spelling, sound] of SOUNDS) letters = letters.replace(spelling, sound);
  return Uint8Array.from(letters, (letter) => LETTERS.indexOf(letter));
}

/** From 0 (the same) to about 1; infinite when it certainly exceeds `most`. */
export function soundDistance(one: Uint8Array, other: Uint8Array, most = Infinity): number {
  const length = Math.max(one.length, other.length, 1);
  if ((Math.abs(one.length - other.length) * MIN_GAP) / length > most) return Infinity;
  const row = new Float64Array(other.length + 1);
  for (const [j, sound] of other.entries()) row[j + 1] = (row[j] ?? 0) + (GAP[sound] ?? 1);
  for (const sound of one) {
    const gap = GAP[sound] ?? 1;
    let diagonal = row[0] ?? 0;
    row[0] = diagonal + gap;
    for (let j = 0; j < other.length; j++) {
      const to = other[j] ?? 0;
      const above = row[j + 1] ?? 0;
      row[j + 1] = Math.min(
        above + gap,
        (row[j] ?? 0) + (GAP[to] ?? 1),
        diagonal + (CHANGE[sound * LETTERS.length + to] ?? 1),
      );
      diagonal = above;
    }
  }
  return (row[other.length] ?? 0) / length;
}

function changeCost(from: string, to: string): number {
  if (from === to) return 0;
  const vowels = [from, to].filter((letter) => VOWELS.includes(letter)).length;
  if (vowels === 2) return 0.4;
  if (vowels === 1) return from === 'w' || to === 'w' ? 0.9 : 1.3;
  return ALIKE.some((group) => group.includes(from) && group.includes(to)) ? 0.5 : 1;
}
