import { expect, test } from 'vitest';
import { annotationsIn, promiseFaults, promiseTable } from './promises.ts';

const MARK = '// Promise';
const SECTIONS = [
  {
    title: 'Meetings',
    promises: [
      { id: '1', text: 'A title is required.' },
      { id: 'M1', text: 'The first person starts the meeting.' },
    ],
  },
];
const TEXT = `import x from 'y';\n  ${MARK}: 1, M1\n  test('one', f);\n`;

test('an annotation points to the line below it', () => {
  expect(annotationsIn('src/a.test.ts', TEXT)).toEqual([
    { id: '1', place: 'src/a.test.ts:3' },
    { id: 'M1', place: 'src/a.test.ts:3' },
  ]);
});

test('promises that all have a test pass', () => {
  expect(promiseFaults(SECTIONS, annotationsIn('src/a.test.ts', TEXT))).toEqual([]);
});

test('a promise without a test is reported', () => {
  expect(promiseFaults(SECTIONS, [{ id: '1', place: 'src/a.test.ts:3' }])).toEqual([
    'no test names promise M1',
  ]);
});

test('an annotation of an unknown promise is reported with its place', () => {
  const annotations = annotationsIn('src/a.test.ts', `${TEXT}\n${MARK}: 99\n`);
  expect(promiseFaults(SECTIONS, annotations)).toEqual(['src/a.test.ts:6: there is no promise 99']);
});

test('the table lists each promise with the places of its tests', () => {
  expect(promiseTable(SECTIONS, annotationsIn('src/a.test.ts', TEXT))).toBe(
    `Meetings

1: A title is required.
    src/a.test.ts:3
M1: The first person starts the meeting.
    src/a.test.ts:3
`,
  );
});
