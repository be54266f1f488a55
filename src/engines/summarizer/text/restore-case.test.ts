import { expect, it } from 'vitest';
import { caseRestorer } from './restore-case.ts';

const restore = caseRestorer(['Ben', 'Mila van Dam', 'Will', 'Mrs. Osei', 'Guest']);

it.each([
  ["yesterday i said i'll wait", "yesterday I said I'll wait"],
  ['by friday or in december', 'by Friday or in December'],
  ["ask ben and mila's team", "ask Ben and Mila's team"],
  ['mrs pettigrew and dr. okafor', 'Mrs Pettigrew and Dr. Okafor'],
  ['it will be may, we march on', 'it will be may, we march on'],
  ['the guest of the van', 'the guest of the van'],
  ['write to ben@example.org, i.e. now', 'write to ben@example.org, i.e. now'],
  ['benefits', 'benefits'],
])('%s', (said, shown) => {
  expect(restore(said)).toBe(shown);
});
