import { createContext } from 'preact';
import { byArrival, type Person } from './person.ts';

const HUES = 8;
const MAX_KNOWN = 500;

/** The colors of the people in the room, 0 to 7. */
export const HuesContext = createContext<ReadonlyMap<string, number>>(new Map());

/** The color of a person who is in no room: always the same for the same reference. */
export function hueOf(ref: string): number {
  let sum = 0;
  for (const character of ref) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum % HUES;
}

/**
 * Gives newcomers one of the least used colors, if possible the same on every page. Those who left keep theirs, because
 * their words are still shown.
 */
export function assignHues(
  known: ReadonlyMap<string, number>,
  before: readonly Person[],
  now: readonly Person[],
): ReadonlyMap<string, number> {
  const were = new Set(before.map(({ ref }) => ref));
  const newcomers = now.filter(({ ref }) => !were.has(ref)).sort(byArrival);
  if (newcomers.length === 0) return known;
  const hues = new Map(known);
  const uses = Array.from({ length: HUES }, () => 0);
  const use = (hue: number) => (uses[hue] = (uses[hue] ?? 0) + 1);
  for (const { ref } of now) if (were.has(ref)) use(known.get(ref) ?? hueOf(ref));
  for (const { ref } of newcomers) {
    const hue = leastUsed(uses, known.get(ref) ?? hueOf(ref));
    use(hue);
    hues.delete(ref);
    hues.set(ref, hue);
  }
  return new Map([...hues].slice(-MAX_KNOWN));
}

/** The first of the least used colors, from `start` on. */
function leastUsed(uses: readonly number[], start: number): number {
  const inOrder = uses.map((_, step) => (start + step) % HUES);
  const least = Math.min(...uses);
  return inOrder.find((hue) => uses[hue] === least) ?? start;
}
