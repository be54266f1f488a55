import { expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';

test.each([
  ['an unknown option', ['--nmae=hidden'], /--nmae/],
  ['a surplus argument', ['key', 'hidden'], /keys revoke KEYID/],
])('%s is refused with the usage, and no value is repeated', (_, args, told) => {
  const read = () => readArguments('keys', args, { name: { type: 'string' } }, 1);
  expect(read).toThrow(told);
  expect(read).not.toThrow(/hidden/);
});

test('options, --json and as many arguments as allowed are read', () => {
  const { values, positionals } = readArguments(
    'keys',
    ['a', '--json', '--name=b'],
    {
      name: { type: 'string' },
    },
    1,
  );
  expect([positionals, { ...values }]).toEqual([['a'], { json: true, name: 'b' }]);
});
