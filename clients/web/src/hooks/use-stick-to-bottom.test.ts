import { expect, test } from 'vitest';
import { stillSticks } from './use-stick-to-bottom.ts';

/** A list drawn as `scrollTop/scrollHeight clientWidth*clientHeight`. */
function box(drawn: string) {
  const [scrollTop = 0, scrollHeight = 0, clientWidth = 0, clientHeight = 0] = drawn
    .split(/[/ *]/)
    .map(Number);
  return { scrollTop, scrollHeight, clientWidth, clientHeight };
}

const BOTTOM = '800/1000 400*200';
const UP = '100/1000 400*200';
const NEAR = '700/1000 400*200';

test.each([
  ['nothing moved', true, BOTTOM, BOTTOM, true],
  ['a line came', true, BOTTOM, '800/1060 400*200', true],
  ['a long line became short, and the browser moved it', true, BOTTOM, '500/700 400*200', true],
  ['it became narrower, and its lines break elsewhere', true, BOTTOM, '800/1900 200*200', true],
  ['it became wider and shorter', true, BOTTOM, '400/600 800*200', true],
  ['the guest scrolled up by less than a line', true, BOTTOM, '780/1000 400*200', true],
  ['the guest came back to the bottom', false, UP, '790/1000 400*200', true],
  ['the guest scrolled up', true, BOTTOM, UP, false],
  ['the guest scrolled up before a line came', true, BOTTOM, '100/1060 400*200', false],
  ['the guest scrolled up before it was resized', true, BOTTOM, '100/1000 400*150', false],
  ['the guest had scrolled up, and a line came', false, UP, '100/1060 400*200', false],
  ['lines became shorter below the guest', false, NEAR, '600/800 400*200', false],
  ['it became so high that it shows the last line', false, NEAR, '700/1000 400*300', false],
])('when %s: stuck %s, from %s to %s, sticks %s', (_, sticks, before, now, expected) => {
  expect(stillSticks(sticks, box(before), box(now))).toBe(expected);
});
