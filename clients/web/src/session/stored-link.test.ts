import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteStoredLink, readStoredLink, storeLink } from './guest-link.ts';

const link = { guestLinkRef: 'gl 1', secret: 'hush' };
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a link is stored under its reference, found by its address alone, and deleted', () => {
  storeLink(link);
  storeLink({ guestLinkRef: 'gl_2', secret: 'other' });
  expect(readStoredLink({ pathname: '/j/gl%201/' })).toEqual(link);
  deleteStoredLink(link);
  expect([...stored]).toEqual([['parley.link.gl_2', 'other']]);
});

test.each(['/j/gl_3', '/j/%', '/elsewhere', '/'])('no link is stored for %s', (pathname) => {
  storeLink(link);
  expect(readStoredLink({ pathname })).toBeNull();
});

test('storage that is refused or full counts as empty', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  storeLink(link);
  deleteStoredLink(link);
  expect(readStoredLink({ pathname: '/j/gl%201' })).toBeNull();
});
