import { expect, test } from 'vitest';
import { personAt } from './named-people.ts';

test.each([
  ['my neighbour is in a wheelchair', 3],
  ['there is a plumber in Leeds', 11],
  ['someone at work wants to join', 0],
  ['Tony from bowls could quote', 0],
  ['we could ask Maureen', 13],
  ['Auntie Grace?', 0],
  ['write to the council', 13],
  ['the table is broken', -1],
  ["What's a wash going to cost?", -1],
  ['There is a storm', -1],
  ['on Monday in March', -1],
  ['sat looking at Applecross', -1],
])('%s: a person or group at %i', (text, at) => {
  expect(personAt(text)).toBe(at);
});

test.each([
  ['another three hundred for the translator', true],
  ['people complained to the library', false],
])('%s: one person %s', (text, named) => {
  expect(personAt(text, true) >= 0).toBe(named);
});
