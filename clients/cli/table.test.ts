import { expect, test } from 'vitest';
import { details, table } from './table.ts';

test('columns are as wide as their widest cell, and no line ends in spaces', () => {
  expect(
    table(
      ['REF', 'TITLE'],
      [
        ['mtg_long', 'a'],
        ['m', 'Cafe\u0301 talk'],
        ['x', ''],
      ],
    ),
  ).toBe('REF       TITLE\nmtg_long  a\nm         Cafe\u0301 talk\nx');
  const accented = [
    ['e\u0301', 'a'],
    ['ee', 'b'],
  ];
  expect(table(['N', 'V'], accented)).toBe('N   V\ne\u0301   a\nee  b');
});

test('without rows there is no table', () => {
  expect(table(['REF'], [])).toBe('');
});

test('details leave out unknown values', () => {
  expect(details({ ref: 'mtg_x', started: null, title: 'A' })).toBe('ref    mtg_x\ntitle  A');
});
