import { expect, test } from 'vitest';
import { readArguments } from './operator-pages.ts';

test.each([
  ['an unknown option', ['--nmae=hidden'], /--nmae/],
  ['a surplus argument', ['key', 'hidden'], /keys revoke KEYID/],
])('%s is refused with the usage, and no value is repeated', (_, args, told) => {
  const read = () => readArguments('keys revoke', args);
  expect(read).toThrow(told);
  expect(read).not.toThrow(/hidden/);
});

test('options, --json and the arguments of the page are read', () => {
  const given = readArguments('models use', ['a', '--json', '--language=de']);
  expect([given.positionals, given.flag('json'), given.text('language')]).toEqual([
    ['a'],
    true,
    'de',
  ]);
  expect(given.text('folder')).toBeUndefined();
});

test.each([
  ['without the argument it needs', 'keys revoke', [], /Give KEYID/],
  ['without the first of its files', 'transcribe', [], /Give FILE.wav\./],
  ['with an option of another command', 'audit verify', ['--limit=5'], /--limit/],
  [
    'with an unknown choice',
    'transcribe',
    ['a.wav', '--format=pdf'],
    /--format must be one of: json, vtt/,
  ],
])('a command %s is refused, and told what is right', (_, command, args, told) => {
  expect(() => readArguments(command, args)).toThrow(told);
});

test('an argument in brackets can be left out, and one with dots given more than once', () => {
  expect(readArguments('summarize', []).positionals).toEqual([]);
  expect(readArguments('transcribe', ['a.wav', 'b.wav']).positionals).toEqual(['a.wav', 'b.wav']);
});
