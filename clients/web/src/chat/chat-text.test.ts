import { describe, expect, test } from 'vitest';
import { cleanChatText, splitLinks } from './chat-text.ts';

describe('cleanChatText', () => {
  test.each([
    ['  hello  ', 'hello'],
    ['two\r\nlines', 'two\nlines'],
    ['a\n\n\n\n\nb', 'a\n\nb'],
    ['evil \u202egnp.exe', 'evil gnp.exe'],
    ['nul\u0000 bell\u0007', 'nul bell'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    [' \u200b\u2066 ', ''],
    ['Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307', 'Z\u0301\u0302\u0303\u0304'],
    ['مرحبا', 'مرحبا'],
  ])('of %j is %j', (text, clean) => expect(cleanChatText(text)).toBe(clean));

  test('holds 2000 characters and 30 lines at most', () => {
    expect(cleanChatText('x'.repeat(1_000_000))).toHaveLength(2000);
    expect(cleanChatText('y\n'.repeat(1000)).split('\n')).toHaveLength(30);
  });
});

describe('splitLinks', () => {
  const links = (text: string) =>
    splitLinks(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []));
  test.each<[string, string[]]>([
    ['see https://example.org/a?b=1#c.', ['https://example.org/a?b=1#c']],
    ['(http://example.org)', ['http://example.org/']],
    ['https://example.org/Lis_(song)', ['https://example.org/Lis_(song)']],
    ['(see https://example.org/Lis_(song)).', ['https://example.org/Lis_(song)']],
    ['[https://example.org/a[0]], b', ['https://example.org/a[0]']],
    ['{https://example.org/}', ['https://example.org/']],
    ['https://example.org/a).)!', ['https://example.org/a']],
    ['two https://a.example https://b.example', ['https://a.example/', 'https://b.example/']],
    ['javascript:alert(1)', []],
    ['data:text/html,<b>', []],
    ['https://bank.example@evil.example/', []],
    ['https://аррӏе.example', []],
    ['https:\\\\evil.example', []],
    ['https://bank.example\\@evil.example', []],
    ['https://' + 'a'.repeat(600) + '.example', []],
    ['no link', []],
  ])('of %j links to %j', (text, expected) => expect(links(text)).toEqual(expected));

  test('loses no character', () => {
    const text = 'a https://x.example, b https://u@y.example c';
    expect(
      splitLinks(text)
        .map(({ text }) => text)
        .join(''),
    ).toBe(text);
  });
});
