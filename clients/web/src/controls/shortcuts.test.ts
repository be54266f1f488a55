import { expect, test } from 'vitest';
import { SHORTCUTS, shortcutOf } from './shortcuts.ts';
import type { KeyPress, ShortcutAction } from './shortcuts.ts';

const press: KeyPress = {
  key: 'm',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
};
const room = { typing: false, inDialog: false, switchedOn: true };

test('no key has two actions', () => {
  expect(new Set(Object.values(SHORTCUTS)).size).toBe(Object.keys(SHORTCUTS).length);
});

test.each<[Partial<KeyPress>, Partial<typeof room>, ShortcutAction | null]>([
  [{}, {}, 'microphone'],
  [{ key: 'M' }, {}, 'microphone'],
  [{ key: '?' }, {}, 'help'],
  [{ key: 'x' }, {}, null],
  [{ ctrlKey: true }, {}, null],
  [{ metaKey: true }, {}, null],
  [{ altKey: true }, {}, null],
  // A key held down must not switch the microphone on and off.
  [{ repeat: true }, {}, null],
  [{ isComposing: true }, {}, null],
  [{}, { typing: true }, null],
  [{}, { inDialog: true }, null],
  [{}, { switchedOn: false }, null],
])('%j with %j is %s', (keys, where, action) => {
  expect(shortcutOf({ ...press, ...keys }, { ...room, ...where })).toBe(action);
});
