import { expect, it } from 'vitest';
import type { WrittenSummary } from '../ports.ts';
import { summaryOutcome } from './summary-outcome.ts';

const written: WrittenSummary = {
  languageCode: 'de',
  overview: 'Besprochen wurden: Migration.',
  keyPoints: [],
  decisions: [],
  actionItems: [],
  topics: [],
  generator: { name: 'extractive', version: '1' },
};

it.each([
  [undefined, false, 'complete', null],
  [undefined, true, 'partial', null],
  ['items', false, 'partial', 'language_not_supported'],
  ['items', true, 'partial', 'language_not_supported'],
  ['anything', false, 'empty', 'language_not_supported'],
  ['anything', true, 'empty', 'language_not_supported'],
] as const)(
  'a summary in which %s was not sought, of a transcript that is partial: %s, is %s for the reason %s',
  (notSought, isPartial, result, reason) => {
    const outcome = summaryOutcome({ ...written, ...(notSought && { notSought }) }, { isPartial });
    expect(outcome).toMatchObject({ result, reason });
    expect(outcome.content.languageCode).toBe('de');
    expect(outcome.content.overview === null).toBe(result === 'empty');
    expect(outcome.content).not.toHaveProperty('notSought');
  },
);
