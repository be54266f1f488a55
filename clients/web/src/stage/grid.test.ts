import { describe, expect, test } from 'vitest';
import { fitGrid } from './grid.ts';

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
