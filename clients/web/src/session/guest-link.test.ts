import { describe, expect, test } from 'vitest';
import { readGuestLink } from './guest-link.ts';

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
