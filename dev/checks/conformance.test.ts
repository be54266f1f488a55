import { expect, test } from 'vitest';
import { rowsOf, tableFaults } from './conformance.ts';

const TABLE = `
| row | promise | tests |
|---|---|---|
| 1 | a title \`title\` | \`src/a.test.ts\` “one”, “two %s”; \`src/b.test.ts\` “three” |
| M1 | it begins | \`src/b.test.ts\` “it's begun” |
`;
const FILES: Record<string, string> = {
  'src/a.test.ts': "test('one', f); test.each(x)('two %s', f)",
  'src/b.test.ts': `test('three', f); test("it's begun", f)`,
};
const faults = (table: string, files = FILES, promises = ['1', 'M1']) =>
  tableFaults(rowsOf(table), promises, (file) => files[file] ?? null);

test('a table whose every test exists is in order', () => {
  expect(rowsOf(TABLE)).toEqual([
    {
      promise: '1',
      tests: [
        { file: 'src/a.test.ts', titles: ['one', 'two %s'] },
        { file: 'src/b.test.ts', titles: ['three'] },
      ],
    },
    { promise: 'M1', tests: [{ file: 'src/b.test.ts', titles: ["it's begun"] }] },
  ]);
  expect(faults(TABLE)).toEqual([]);
});

test.each<[string, string, Record<string, string>, string[], string]>([
  [
    'a test that was renamed',
    TABLE,
    { ...FILES, 'src/a.test.ts': "test('one more', f); ('two %s')" },
    ['1'],
    '1: src/a.test.ts has no “one”',
  ],
  [
    'a file that is gone',
    TABLE,
    { 'src/a.test.ts': FILES['src/a.test.ts'] ?? '' },
    ['1'],
    '1: src/b.test.ts is gone',
  ],
  ['a promise without a row', TABLE, FILES, ['1', '2'], 'no row says which test holds 2'],
  [
    'a file without a title',
    '| 1 | x | `src/a.test.ts` |',
    FILES,
    ['1'],
    '1: no title is named of src/a.test.ts',
  ],
])('%s is told', (_, table, files, promises, fault) => {
  expect(faults(table, files, promises)).toContain(fault);
});
