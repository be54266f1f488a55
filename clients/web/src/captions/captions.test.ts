import { describe, expect, test } from 'vitest';
import type { CaptionMessage } from '../../../../contract/generated/guest-api.ts';
import { addCaption, readCaption } from './captions.ts';
import type { CaptionLine } from './captions.ts';

/**
 * Captions drawn as `ref kind words`, one after the other; what is left as `ref words`, `~` marks a
 * guess.
 */
function play(...messages: string[]): string[] {
  let lines: readonly CaptionLine[] = [];
  for (const drawn of messages) {
    const [utteranceRef = '', kind, ...words] = drawn.split(' ');
    const message: CaptionMessage = {
      utteranceRef,
      kind: kind === 'final' ? 'final' : 'partial',
      participantRef: 'p',
      text: words.join(' '),
    };
    lines = addCaption(lines, message);
  }
  return lines.map((line) => `${line.utteranceRef} ${line.final ? '' : '~'}${line.text}`);
}

describe('addCaption', () => {
  test.each([
    ['a final is shown', ['1 final hello'], ['1 hello']],
    ['a partial grows', ['1 partial he', '1 partial hello'], ['1 ~hello']],
    ['a final replaces its partial', ['1 partial helo', '1 final hello'], ['1 hello']],
    ['a late partial never undoes a final', ['1 final hello', '1 partial helo'], ['1 hello']],
    ['a line keeps its place', ['1 partial a', '2 final b', '1 final c'], ['1 c', '2 b']],
    ['an utterance that turns out empty goes', ['1 partial uh', '1 final'], []],
    ['an empty one never comes', ['1 final'], []],
  ])('%s', (_title, messages, left) => {
    expect(play(...messages)).toEqual(left);
  });

  test('keeps the last 500 lines', () => {
    const left = play(...Array.from({ length: 510 }, (_, n) => `${n} final w`));
    expect(left).toHaveLength(500);
    expect(left[0]).toBe('10 w');
  });

  test('truncates an endless line', () => {
    expect(play(`1 final ${'x'.repeat(9000)}`)[0]).toHaveLength(2002);
  });
});

describe('readCaption', () => {
  test.each([
    ['{"kind":"final","participantRef":"p","utteranceRef":"u","text":"hi"}', true],
    ['{"kind":"maybe","participantRef":"p","utteranceRef":"u","text":"hi"}', false],
    ['{"kind":"final","participantRef":"p","utteranceRef":"u"}', false],
    ['{"kind":"final","participantRef":7,"utteranceRef":"u","text":"hi"}', false],
    ['null', false],
    ['{', false],
  ])('%s is a caption: %s', (json, expected) => {
    expect(readCaption(new TextEncoder().encode(json)) !== null).toBe(expected);
  });
});
