import { expect, test } from 'vitest';
import { frameAddress } from './frame-address.ts';

test.each([
  ['https://meet.example.org/j/gl_1#k=abc', 'https://meet.example.org/j/gl_1?embed=#k=abc'],
  ['\n  https://meet.example.org/j/gl_1#k=abc\n', 'https://meet.example.org/j/gl_1?embed=#k=abc'],
  ['HTTP://bücher.example/j/gl_1', 'http://xn--bcher-kva.example/j/gl_1?embed='],
  ['https://[2001:db8::1]:8443/j/gl_1', 'https://[2001:db8::1]:8443/j/gl_1?embed='],
])('the link %j is framed as %s', (link, address) => {
  expect(frameAddress(link)?.href).toBe(address);
});

test.each(['', '/j/gl_1', 'https://', 'https://a b/', 'javascript:alert(1)', 'ftp://a.example/'])(
  'the link %j is not framed',
  (link) => {
    expect(frameAddress(link)).toBeNull();
  },
);
