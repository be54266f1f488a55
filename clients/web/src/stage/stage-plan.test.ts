import { describe, expect, test } from 'vitest';
import type { Person } from '../people/person.ts';
import { pickVisible, planStage } from './stage-plan.ts';
import { somebody } from '../../../../dev/world/guest-page.ts';

/**
 * People drawn as letters in the order of arrival: a capital is oneself, `+` after a letter shares
 * a screen.
 */
function people(drawn: string): Person[] {
  return [...drawn.matchAll(/([a-z])(\+?)/gi)].map(([, letter = '', sharing], at) =>
    somebody({
      ref: letter,
      name: letter,
      isSelf: letter === letter.toUpperCase(),
      sharing: sharing === '+',
      joinedAtMs: at,
    }),
  );
}

describe('planStage', () => {
  test.each<[string, 'grid' | 'speaker', string | null, string, string, string]>([
    ['Aab', 'grid', null, '', '', 'a b A'],
    ['Aab', 'speaker', null, '', 'a', 'b A'],
    ['Aab', 'speaker', null, 'ab', 'b', 'a A'],
    // One does not look at oneself while speaking.
    ['Aab', 'speaker', null, 'baA', 'a', 'b A'],
    ['A', 'speaker', null, '', '', 'A'],
    ['Aab+', 'grid', null, '', 'b+', 'a b A'],
    ['Aa+b+', 'speaker', null, 'b', 'a+ b+', 'a b A'],
    // The own screen is no news.
    ['A+a', 'grid', null, '', '', 'A+ a A'],
    ['Aab+', 'grid', 'camera a', '', 'a', 'b+ b A'],
    ['Aab', 'grid', 'camera gone', '', '', 'a b A'],
    ['Aab', 'grid', 'camera A', '', 'A', 'a b'],
  ])('%s in %s view, pinned %s, speaking %j', (drawn, view, pinned, heard, featured, others) => {
    const spokeAt = new Map([...heard].map((ref, at) => [ref, at + 1]));
    const plan = planStage(people(drawn), { view, pinned, spokeAt });
    const draw = (items: typeof plan.others) =>
      items.map(({ source, person }) => person.ref + (source === 'screen' ? '+' : '')).join(' ');
    expect([draw(plan.featured), draw(plan.others)]).toEqual([featured, others]);
  });
});

describe('pickVisible', () => {
  test.each([
    ['abcd', '', 2, 'ab'],
    ['abcd', 'd', 2, 'ad'],
    ['abcd', 'dc', 2, 'cd'],
    ['abcd', '', 9, 'abcd'],
    // One expects to see oneself, but where few fit, others matter more.
    ['abcA', 'A', 2, 'ab'],
    ['abcdeA', '', 4, 'abcA'],
    ['abcdeA', 'ed', 4, 'adeA'],
    ['abc', 'c', 0, ''],
  ])('of %s, speaking %j, %d fit: %s', (drawn, heard, room, seen) => {
    const { others } = planStage(people(drawn), { view: 'grid', pinned: null, spokeAt: new Map() });
    const spokeAt = new Map([...heard].map((ref, at) => [ref, at + 1]));
    expect(
      pickVisible(others, room, spokeAt)
        .map(({ person }) => person.ref)
        .join(''),
    ).toBe(seen);
  });
});
