import { describe, expect, test } from 'vitest';
import type { Person } from '../people/person.ts';
import { fitGrid, pickVisible, planStage } from './stage-plan.ts';
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

const rules = { gap: 10, narrowest: 0.75, widest: 16 / 9, minTileWidth: 140 };
const wideRules = { ...rules, narrowest: 1 };
const desk = { width: 1420, height: 700 };
const phone = { width: 370, height: 640 };

describe('fitGrid', () => {
  test.each([
    [1, desk, 1, 1],
    [2, desk, 2, 1],
    [4, desk, 2, 2],
    [5, desk, 3, 2],
    [9, desk, 3, 3],
    [1, phone, 1, 1],
    [2, phone, 1, 2],
    [4, phone, 2, 2],
    [6, phone, 2, 3],
  ])('%i tiles in %j stand in %i columns and %i rows', (count, space, columns, rows) => {
    expect(fitGrid(count, space, space === desk ? wideRules : rules)).toMatchObject({
      columns,
      rows,
      shown: count,
    });
  });

  test('tiles stay within the space and the aspect ratios, whatever their number', () => {
    for (const space of [desk, phone, { width: 800, height: 220 }]) {
      for (let count = 1; count <= 50; count += 1) {
        const { columns, rows, tileWidth, tileHeight, shown } = fitGrid(count, space, rules);
        expect(columns * tileWidth + (columns - 1) * rules.gap).toBeLessThanOrEqual(space.width);
        expect(rows * tileHeight + (rows - 1) * rules.gap).toBeLessThanOrEqual(space.height);
        expect(columns * rows).toBeGreaterThanOrEqual(shown);
        expect(tileWidth / tileHeight).toBeGreaterThan(0.73);
        expect(tileWidth / tileHeight).toBeLessThan(1.8);
        if (shown > 1) expect(tileWidth).toBeGreaterThanOrEqual(rules.minTileWidth);
      }
    }
  });

  test('shows fewer rather than smaller tiles on a phone', () => {
    const { shown } = fitGrid(50, phone, rules);
    expect(shown).toBeGreaterThanOrEqual(6);
    expect(shown).toBeLessThan(50);
  });

  test('no people or no space gives no tiles', () => {
    expect(fitGrid(0, desk, rules).shown).toBe(0);
    expect(fitGrid(3, { width: 0, height: 0 }, rules).shown).toBe(0);
  });
});
