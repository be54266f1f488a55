import type { Room } from 'livekit-client';
import { describe, expect, test, vi } from 'vitest';
import { createStallDetector, watchMediaFlow } from './watch-media-flow.ts';

/** What is said over checks drawn as `received@ms`. */
function said(drawn: string): string[] {
  const detect = createStallDetector();
  return drawn.split(' ').flatMap((look) => {
    const [received = 0, atMs = 0] = look.split('@').map(Number);
    return detect(received, atMs) ?? [];
  });
}

describe('a connection', () => {
  test.each<[string, string, string[]]>([
    ['that is checked every 2.5 seconds flows', '1@0 2@2500 2@4900 3@5000', []],
    ['over which nothing comes for 3.5 seconds is stalled', '1@0 1@2000 1@3500', ['stalled']],
    ['is said to be stalled once', '1@0 1@2000 1@4000 1@6000', ['stalled']],
    [
      'flows again with the first thing that comes',
      '1@0 1@2000 1@4000 2@5000',
      ['stalled', 'flows'],
    ],
    [
      'made anew, whose counters begin again, flows',
      '9@0 9@2000 9@4000 1@5000',
      ['stalled', 'flows'],
    ],
    ['is not judged by the time in which the page slept', '1@0 1@60000 1@61000 2@62000', []],
    [
      'that was stalled before the page slept stays so until something comes',
      '1@0 1@2000 1@4000 1@60000',
      ['stalled'],
    ],
  ])('%s', (_, drawn, expected) => expect(said(drawn)).toEqual(expected));
});

test('a connection that is closed is watched no longer', () => {
  vi.useFakeTimers();
  const closed = new AbortController();
  watchMediaFlow({} as Room, closed.signal, () => {});
  closed.abort();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
