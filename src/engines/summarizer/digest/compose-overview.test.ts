import { expect, it } from 'vitest';
import { composeOverview } from './compose-overview.ts';

function decidedIn(decisions: readonly string[]): string {
  const topics = [{ phrases: ['the branch'], speaker: 'Anna', also: undefined }];
  return composeOverview(['Anna', 'Ben'], topics, decisions, 'en')
    .replace('Anna and Ben met. They talked about the branch, mostly Anna.', '')
    .trim();
}

it.each([
  [['Merge it'], ''],
  [['Paper'], ''],
  [['Merge it', 'Paper', 'Hire two testers'], 'They decided: Hire two testers.'],
  [['Want them in Welsh as well'], 'They decided: Want them in Welsh as well.'],
  [['Merge it (the branch)'], 'They decided: Merge it (the branch).'],
])('tells no decision that only points: %s', (decisions, told) => {
  expect(decidedIn(decisions)).toBe(told);
});

it('says what a lone speaker talked about, and not that anyone met', () => {
  const topics = [{ phrases: ['the branch'], speaker: 'Anna', also: undefined }];
  expect(composeOverview(['Anna'], topics, [], 'en')).toBe('Anna talked about the branch.');
});

it('says who spoke, and what they decided, where no topic was found', () => {
  expect(composeOverview(['Anna', 'Ben'], [], [], 'en')).toBe('Anna and Ben met.');
  expect(composeOverview(['Anna'], [], ['Hire two testers'], 'en')).toBe(
    'Anna spoke. They decided: Hire two testers.',
  );
});

it('tells in the third person what a group does itself', () => {
  expect(decidedIn(["Forget the agency, we'll record our video ourselves"])).toBe(
    'They decided: Forget the agency, they will record their video themselves.',
  );
});
