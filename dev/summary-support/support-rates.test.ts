import { describe, expect, it } from 'vitest';
import { realDevelopmentMeetings } from '../../src/engines/summarizer/training/real-meetings.ts';
import { realCases, type Truth, writtenCases } from './support-cases.ts';
import { type Rate, supportRates } from './support-rates.ts';

const PARTS = ['overview', 'decision', 'task'];

/** The share that is kept, of all parts together. */
function share(rates: ReadonlyMap<string, Rate>, truth: Truth): number {
  const found = PARTS.flatMap((part) => rates.get(`${part}, ${truth}`) ?? []);
  const sum = (of: (rate: Rate) => number): number =>
    found.reduce((total, rate) => total + of(rate), 0);
  return sum((rate) => rate.kept) / sum((rate) => rate.of);
}

describe('minutes of written meetings', () => {
  const rates = supportRates(writtenCases());

  it('keep nine in ten true sentences, with their owners', () => {
    expect(share(rates, 'true')).toBeGreaterThan(0.9);
    expect(rates.get('task owner, true')?.kept).toBeGreaterThanOrEqual(28);
  });

  it.each<[Truth, number]>([
    ['negated', 0.15],
    ['other person', 0.15],
    ['other meeting', 0.05],
  ])('lose false statements: %s', (truth, most) => {
    expect(share(rates, truth)).toBeLessThan(most);
  });
});

describe('abstracts of real meetings, which no model words', () => {
  const rates = supportRates(realCases(realDevelopmentMeetings()));

  it('keep three in four decisions on their own evidence', () => {
    const { kept = 0, of = 1 } = rates.get('decision, true') ?? {};
    expect(kept / of).toBeGreaterThan(0.75);
  });

  it.each<[Truth, number]>([
    ['negated', 0.15],
    ['other person', 0.3],
    ['other meeting', 0.25],
  ])('lose false statements: %s', (truth, most) => {
    expect(share(rates, truth)).toBeLessThan(most);
  });
});
