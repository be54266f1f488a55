import { expect, it } from 'vitest';
import { composeOverview } from './compose-overview.ts';

function decidedIn(decisions: readonly string[]): string {
  return composeOverview({ speakers: ['Anna'], topics: [['the branch']], decisions }, 'en')
    .replace('Anna talked about the branch.', '')
    .trim();
}

it.each([
  [['Merge it'], ''],
  [['Paper'], ''],
  [['Merge it', 'Paper', 'Hire two testers'], 'They agreed to hire two testers.'],
  [['Want them in Welsh as well'], 'They decided: want them in Welsh as well.'],
  [['Merge it (the branch)'], 'They agreed to merge it (the branch).'],
])('tells no decision that only points: %s', (decisions, told) => {
  expect(decidedIn(decisions)).toBe(told);
});
