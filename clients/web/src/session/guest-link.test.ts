import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  deleteStoredLink,
  joinAttempt,
  openAttempt,
  readGuestLink,
  readStoredLink,
  storeLink,
  storeParticipant,
} from './guest-link.ts';

describe('readGuestLink', () => {
  test.each([
    ['/j/gl_1', '#k=abc', { guestLinkRef: 'gl_1', secret: 'abc' }],
    ['/j/gl_1/', '#k=abc-_9', { guestLinkRef: 'gl_1', secret: 'abc-_9' }],
    ['/j/gl%201', '#x=1&k=abc', { guestLinkRef: 'gl 1', secret: 'abc' }],
    ['/j/gl_1', '#k=abc%20', { guestLinkRef: 'gl_1', secret: 'abc' }],
    ['/j/gl_1%20', '#k=ab%0A%20c', { guestLinkRef: 'gl_1', secret: 'abc' }],
    ['/j/gl_1', '#k=abc.', { guestLinkRef: 'gl_1', secret: 'abc' }],
    ['/j/gl_1', '#k=abc%E2%80%8B%3E', { guestLinkRef: 'gl_1', secret: 'abc' }],
    ['/j/gl_1', '#k=).', null],
    ['/j/gl_1', '', null],
    ['/j/gl_1', '#k=', null],
    ['/j/', '#k=abc', null],
    ['/j/a/b', '#k=abc', null],
    ['/j/%E0%A4%A', '#k=abc', null],
  ])('%s%s reads as %j', (pathname, hash, expected) => {
    expect(readGuestLink({ pathname, hash })).toEqual(expected);
  });
});

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

test('an attempt to join keeps its name until it has an answer', () => {
  const attempt = joinAttempt(link);
  expect(attempt).toMatch(/^[0-9a-f]{32}$/);
  expect(joinAttempt(link)).toBe(attempt);
  storeParticipant(link, { participantRef: 'pt_1', participantSecret: 'quiet' });
  expect(joinAttempt(link)).not.toBe(attempt);
});

test('where the browser refuses storage, the page itself remembers until it is closed', () => {
  const refuse = () => {
    throw new DOMException('Refused', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  storeLink(link);
  expect(readStoredLink({ pathname: '/j/gl%201' })).toEqual(link);
  expect(joinAttempt(link)).toBe(joinAttempt(link));
  deleteStoredLink(link);
  expect(readStoredLink({ pathname: '/j/gl%201' })).toBeNull();
  expect(openAttempt(link)).toBeNull();
});

test('what does not fit into a full storage replaces what was stored before', () => {
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError');
  };
  storeLink({ ...link, secret: 'old' });
  vi.stubGlobal('sessionStorage', { ...sessionStorage, setItem: full });
  storeLink(link);
  expect(readStoredLink({ pathname: '/j/gl%201' })).toEqual(link);
  deleteStoredLink(link);
  expect(readStoredLink({ pathname: '/j/gl%201' })).toBeNull();
});
