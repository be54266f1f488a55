import { expect, it } from 'vitest';
import { modernizeSpelling } from './modernize-spelling.ts';

it.each([
  ['To-day we ship, or to-morrow.', 'Today we ship, or tomorrow.'],
  ['To-night, then.', 'Tonight, then.'],
  ['Good morning, every one.', 'Good morning, everyone.'],
  ["Some one's phone rang. Can any one hear me?", "Someone's phone rang. Can any one hear me?"],
  ['Has any one else seen it?', 'Has anyone else seen it?'],
  ['every one of them', 'every one of them'],
  ['We can spare any one day.', 'We can spare any one day.'],
  ['to-do list', 'to-do list'],
])('%j is written %j', (heard, written) => {
  expect(modernizeSpelling(heard)).toBe(written);
});
