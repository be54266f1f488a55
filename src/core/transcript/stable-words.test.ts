import { describe, expect, it } from 'vitest';
import { stableWords } from './stable-words.ts';

describe('stableWords', () => {
  it.each([
    ['', 'We', ''],
    ['We ship', 'We ship on', 'We ship'],
    ['We sheep.', 'We ship on Friday.', 'We'],
    ['We ship.', 'we ship, on Friday', 'we ship'],
    ['We ship on Friday', 'We ship', 'We ship'],
    ['Good morning every', 'Good morning everyone.', 'Good morning'],
    ['You', '', ''],
  ])('%j then %j shows %j', (earlier, later, shown) => {
    expect(stableWords(earlier, later)).toBe(shown);
  });
});
