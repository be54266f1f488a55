import { expect, test } from 'vitest';
import { thingsNamed } from './named-things.ts';

test.each([
  [
    'things with their article',
    'The tyre place near the station rang about our van.',
    ['the tyre place', 'the station', 'our van'],
  ],
  ['people by their name', 'Ask Maureen about it', ['Maureen']],
  ['a short sentence as a whole', 'Picture day.', ['picture day']],
  ['nothing in a long sentence without things', 'We will see how it goes and what they say', []],
])('names %s', (_, text, things) => {
  expect(thingsNamed(text)).toEqual(things);
});
