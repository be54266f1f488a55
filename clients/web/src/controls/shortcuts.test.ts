import { expect, test } from 'vitest';
import { SHORTCUTS, shortcutOf } from './shortcuts.ts';
import type { KeyPress, ShortcutAction } from './shortcuts.ts';

const press: KeyPress = {
  key: 'm',
  code: 'KeyM',
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
  // The same keys on an Arabic, a Cyrillic, a Thai and a Greek keyboard.
  [{ key: 'ة' }, {}, 'microphone'],
  [{ key: 'Ь' }, {}, 'microphone'],
  [{ key: '้', code: 'KeyH' }, {}, 'hand'],
  [{ key: 'ψ', code: 'KeyC' }, {}, 'captions'],
  [{ key: '؟', code: 'Slash' }, {}, 'help'],
  // Latin letters count as what they are: this is the key of M on a French keyboard.
  [{ key: ',' }, {}, null],
  [{ key: 'µ' }, {}, null],
  [{ key: 'm', code: 'Semicolon' }, {}, 'microphone'],
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
