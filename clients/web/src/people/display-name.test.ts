import { describe, expect, test, vi } from 'vitest';
import { cleanDisplayName, initialsOf } from './display-name.ts';

describe('cleanDisplayName', () => {
  test.each([
    ['  Anna   Berg ', 'Anna Berg'],
    ['Anna\nBerg\u0000', 'Anna Berg'],
    ['\u202eanna', 'anna'],
    ['a\u2066b\u2069c', 'abc'],
    ['<b>Anna</b>', '<b>Anna</b>'],
    ['x'.repeat(500), 'x'.repeat(60)],
    ['\u{1f469}\u200d\u{1f4bb}'.repeat(70), '\u{1f469}\u200d\u{1f4bb}'.repeat(60)],
    [`A${'\u0301'.repeat(500)}b`, `A${'\u0301'.repeat(4)}b`],
    ['', ''],
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanDisplayName(name)).toBe(shown);
  });

  test('a browser that cannot find graphemes shows at most 60 code points', () => {
    vi.stubGlobal('Intl', {});
    expect(cleanDisplayName(` ${'李'.repeat(70)}`)).toBe('李'.repeat(60));
    vi.unstubAllGlobals();
  });
});

describe('initialsOf', () => {
  test.each([
    ['Anna', 'A'],
    ['anna maria berg', 'AB'],
    ['Jean-Luc Picard', 'JP'],
    ['(Dr.) Ada Lovelace', 'DL'],
    ['李 小龙', '李小'],
    ['\u{1d4d0}da', '\u{1d4d0}'],
    ['!!!', ''],
    ['', ''],
  ])('%j has the initials %j', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
