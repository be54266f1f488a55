import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetLink, keepLink, keptLink } from './stored-link.ts';

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

test('a link is kept under its reference, found by its address alone, and forgotten', () => {
  keepLink(link);
  keepLink({ guestLinkRef: 'gl_2', secret: 'other' });
  expect(keptLink({ pathname: '/j/gl%201/' })).toEqual(link);
  forgetLink(link);
  expect([...stored]).toEqual([['parley.link.gl_2', 'other']]);
});

test.each(['/j/gl_3', '/j/%', '/elsewhere', '/'])('no link is kept for %s', (pathname) => {
  keepLink(link);
  expect(keptLink({ pathname })).toBeNull();
});

test('storage that the browser refuses, or has no room in, is as if nothing was kept', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  keepLink(link);
  forgetLink(link);
  expect(keptLink({ pathname: '/j/gl%201' })).toBeNull();
});
