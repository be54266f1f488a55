import { expect, test } from 'vitest';
import { somebody } from '../../../../dev/world/guest-page.ts';
import { assignHues, hueOf } from './hues.ts';

const HUES = [0, 1, 2, 3, 4, 5, 6, 7];
const refs = Array.from({ length: 64 }, (_, n) => `pt_${n}`);
/** All of them would have the same color by themselves. */
const alike = refs.filter((ref) => hueOf(ref) === 3);
const people = (...present: string[]) =>
  present.map((ref) => somebody({ ref, name: ref, joinedAtMs: refs.indexOf(ref) }));
const [a = '', b = '', c = ''] = alike;

/** The colors after each of these changes of the people in the room. */
function after(...rooms: string[][]): ReadonlyMap<string, number> {
  let known: ReadonlyMap<string, number> = new Map();
  for (const [at, present] of rooms.entries())
    known = assignHues(known, people(...(rooms[at - 1] ?? [])), people(...present));
  return known;
}

test('every color is in use, and a person alone always has the same one', () => {
  expect([...new Set(refs.map(hueOf))].sort((x, y) => x - y)).toEqual(HUES);
  expect(after([a]).get(a)).toBe(hueOf(a));
});

test('people in one room have different colors as far as there are colors, then each is used again', () => {
  const eight = refs.slice(0, 8);
  expect(alike.length).toBeGreaterThan(2);
  expect(new Set(after(alike.slice(0, 3)).values()).size).toBe(3);
  expect(new Set(after(eight).values()).size).toBe(8);
  const uses = (hue: number) => [...after(refs).values()].filter((one) => one === hue).length;
  expect(HUES.map(uses)).toEqual(HUES.map(() => 8));
});

test('everybody sees the same colors, whoever is listed first', () => {
  expect(after([c, a, b])).toEqual(after([a, b, c]));
});

test('people keep their colors while others come and leave', () => {
  const [first, second] = [after([a, b]), after([a, b], [b], [b, c, a])];
  expect(second.get(b)).toBe(first.get(b));
  expect(new Set([a, b, c].map((ref) => second.get(ref))).size).toBe(3);
});

test('words of a person who left keep the color', () => {
  expect(after([a, b], [a]).get(b)).toBe(after([a, b]).get(b));
});

test('nothing changes while nobody comes', () => {
  const known = after([a, b]);
  expect(assignHues(known, people(a, b), people(a))).toBe(known);
});
