import { expect, it } from 'vitest';
import { caseRestorer } from './restore-case.ts';

const restore = caseRestorer(
  ['Ben', 'Mila van Dam', 'Will', 'Mrs. Osei', 'Guest'],
  [{ text: 'ask ben' }],
);

it.each([
  ["yesterday i said i'll wait", "yesterday I said I'll wait"],
  ['by friday or in december', 'by Friday or in December'],
  ["ask ben and mila's team", "ask Ben and Mila's team"],
  ['it will be may, we march on', 'it will be may, we march on'],
  ['the guest of the van', 'the guest of the van'],
  ['write to ben@example.org, i.e. now', 'write to ben@example.org, i.e. now'],
  ['benefits', 'benefits'],
  ['it takes 20 ms to react', 'it takes 20 ms to react'],
])('%s', (said, shown) => {
  expect(restore(said)).toBe(shown);
});

it('leaves the words of a transcript that has capital letters as they are', () => {
  const cased = caseRestorer(['Ann Price'], [{ text: 'The price list.' }, { text: 'good' }]);
  expect(cased('The price list of dr. lee')).toBe('The price list of dr. lee');
});
