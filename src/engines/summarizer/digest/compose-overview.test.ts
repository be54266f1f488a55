import { expect, it } from 'vitest';
import { type OverviewFacts, composeOverview } from './compose-overview.ts';

const NOTHING: OverviewFacts = {
  speakers: ['Anna', 'Bob', 'Cleo'],
  purpose: '',
  topics: [],
  decisions: [],
  carried: [],
  failed: [],
  open: [],
};
const topic = { speakers: ['Anna'], isPresented: false, askers: [], said: [] };

it.each([
  [['Merge it'], ''],
  [['Paper'], ''],
  [['Merge it', 'Paper', 'Hire two testers'], 'They agreed to hire two testers.'],
  [['Want them in Welsh as well'], 'They decided: want them in Welsh as well.'],
  [['Merge it (the branch)'], 'They agreed to merge it (the branch).'],
])('tells no decision that only points: %s', (decisions, told) => {
  expect(composeOverview({ ...NOTHING, decisions }, 'en')).toBe(told);
});

it('tells why they met, who presented, who asked, what was said and how it ended', () => {
  const overview = composeOverview(
    {
      ...NOTHING,
      purpose: 'Anna opened the meeting about the budget.',
      topics: [
        { ...topic, phrases: ['the pouches'], isPresented: true, askers: ['Bob'] },
        {
          ...topic,
          phrases: ['the tills', 'the queue'],
          speakers: ['Bob', 'Cleo', 'Anna'],
          said: ['Bob said that the tills are slow.'],
        },
      ],
      decisions: ['Buy two tills'],
      carried: ['close the branch'],
      failed: ['raise the fee'],
      open: ['Cleo said that we have to agree on the colour.'],
    },
    'en',
  );
  expect(overview).toBe(
    'Anna opened the meeting about the budget. Anna presented the pouches; Bob asked questions. ' +
      'Then they discussed the tills and the queue. Bob said that the tills are slow. ' +
      'They agreed to buy two tills. They voted for: close the branch. They voted against: raise the fee. ' +
      'Still open: Cleo said that they have to agree on the colour.',
  );
});
